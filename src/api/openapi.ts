import { z } from "zod";
import { ANSWERS, failure } from "../core/answer-schemas.ts";
import { event, session } from "../core/session-schema.ts";
import { FAILURES, type FailureCode } from "../core/errors.ts";
import type { RouteRow } from "./route-row.ts";
import { ROUTES } from "./routes.ts";

type Json = Record<string, unknown>;

/** What the door, the parser or a defect may answer to any request. */
const ANYWHERE: readonly FailureCode[] = ["E_USAGE", "E_UNAUTHORIZED", "E_FORBIDDEN", "E_DEFECT"];
const OF_BODIES: readonly FailureCode[] = ["E_TOO_LARGE", "E_MEDIA_TYPE"];

/** The OpenAPI document, from the rows and from the schemas that requests are checked by. */
export function describe(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const row of ROUTES) {
    const [method = "", path = ""] = row.route.split(" ");
    const known = (paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {});
    known[method.toLowerCase()] = toOperation(row, path);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "ccmux",
      version,
      description: "Every coding agent in tmux: where it is, what it does, what it asks.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      {
        url: "http://127.0.0.1:{port}",
        description: "The same routes are at the Unix socket, which needs no token.",
        variables: { port: { default: "2269" } },
      },
    ],
    security: [{ token: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "From the file `token`, mode 0600." },
      },
      schemas: toSchemas(),
    },
  };
}

function toOperation(
  { name, summary, query, body, answer, etag, failures = [] }: RouteRow,
  path: string,
): Json {
  const parameters = [
    ...(path.includes(":ref") ? [REF] : []),
    ...(query ? toParameters(query) : []),
  ];
  return {
    operationId: name,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: toSchema(body) } } },
    }),
    responses: {
      200: { description: "Done", content: toContent(answer) },
      ...(etag && { 304: { description: "Nothing has changed since If-None-Match" } }),
      ...toFailures([...ANYWHERE, ...(body ? OF_BODIES : []), ...failures]),
    },
  };
}

const REF = {
  name: "ref",
  in: "path",
  required: true,
  description: "Session id, its beginning, %3, main:2.0, label, agent or project; URL-encoded",
  schema: { type: "string" },
};

/** Each key of a query is a parameter; a list is written with commas, `ref` is repeated. */
function toParameters(query: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = toSchema(query) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description !== undefined && { description }),
    ...(schema.type === "array" && { style: "form", explode: required.includes(name) }),
    schema,
  }));
}

function toContent(answer: RouteRow["answer"]): Json {
  if (answer in ANSWERS) return { "application/json": { schema: refTo(answer) } };
  const schema = answer === "application/json" ? { type: "object" } : { type: "string" };
  const frames = { description: "Frames of `id`, `event` and `data`; the data is an Event." };
  return { [answer]: { schema: { ...schema, ...(answer === "text/event-stream" && frames) } } };
}

/** By status; several codes may share one. */
function toFailures(codes: readonly FailureCode[]): Json {
  const content = { "application/json": { schema: refTo("Failure") } };
  const statuses = Map.groupBy(codes, (code) => FAILURES[code].http);
  return Object.fromEntries(
    [...statuses].map(([http, own]) => [http, { description: own.join(", "), content }]),
  );
}

const refTo = (name: string): Json => ({ $ref: pathOf(name) });
const pathOf = (name: string): string => `#/components/schemas/${name}`;

/** Schemas that have a name. A reader has to take keys that he does not know: more may come. */
function toSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  const named = { Session: session, Event: event, Failure: failure, ...ANSWERS };
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: pathOf,
    override: ({ jsonSchema }) => {
      tidy(jsonSchema);
      delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [
      name,
      schema,
    ]),
  );
}

/** What comes in; there an unknown key is refused. */
function toSchema(schema: z.ZodType): Json {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema);
      const { def } = zodSchema._zod;
      // As it is meant, and not as it is written.
      if (def.type === "default") jsonSchema.default = def.defaultValue;
    },
  });
  return made;
}

function tidy(json: Json): void {
  const { parameter } = json;
  if (parameter) for (const key of ["parameter", "type", "enum", "pattern"]) delete json[key];
  Object.assign(json, parameter);
  // Nobody reads a pattern of 300 characters that says the same as the format.
  if (json.format === "date-time") delete json.pattern;
  delete json.readOnly;
}
