import { request } from "node:http";

export interface Answer {
  status: number;
  body: string;
  ms: number;
}

/** One request at the Unix door, by a client that shares no line with ours. */
export function ask(socketPath: string, path: string, timeoutMs = 10_000): Promise<Answer> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, headers: { connection: "close" } }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body, ms: performance.now() - begun }),
      );
    });
    asked.setTimeout(timeoutMs, () => asked.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    asked.on("error", reject);
    asked.end();
  });
}
