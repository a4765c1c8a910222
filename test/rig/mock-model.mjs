#!/usr/bin/env node
// A scripted model server on loopback, for driving real coding agents without a network.
//
//   node mock-model.mjs [port=8787]        MOCK_LOG=file  logs one JSON line per request, one when it is over
//                                          MOCK_DUMP=dir  also saves every request body
//
// Speaks: Anthropic Messages, OpenAI Responses, OpenAI Chat Completions, Gemini generateContent.
// The user's prompt is the script. Each line (or part between ' ;; ') that is a directive is one
// step; a step that calls a tool ends the reply, and the next runs when its result comes back:
//
//   say:TEXT         answer TEXT                   slow:N        one word per second, N words
//   think:N          send nothing for N seconds    error:STATUS  answer with that HTTP status
//   bash:COMMAND     call the agent's shell tool   write:PATH    call its file-writing tool
//   ask:QUESTION     call its question tool        plan:TEXT     call its plan-approval tool
//   call:NAME JSON   call any declared tool with these arguments
//
// No directive, or no step left: answers "done".
import http from "node:http";
import fs from "node:fs";
import path from "node:path";

const PORT = Number(process.argv[2] ?? 8787);
const sleep = (s) => new Promise((r) => setTimeout(r, s * 1000));
let serial = 0;
let requests = 0;
const epoch = Date.now().toString(36); // ids must not repeat after a restart: agents drop duplicates
const id = (p) => `${p}_${epoch}${String(++serial).padStart(6, "0")}`;

// ---- the script -------------------------------------------------------------------------

const DIRECTIVE = /^(?:My request: )?\W*(say|slow|think|error|bash|write|ask|plan|call):(.*)$/; // Copilot wraps a plan request
const TOOLS = {
  bash: /^(bash|shell|shell_command|exec_command|local_shell|run_shell_command|run_in_terminal)$/i,
  write: /^(write|write_file|create|create_file|apply_patch)$/i,
  ask: /^(AskUserQuestion|question|request_user_input|ask|ask_user|ask_question)$/i,
  plan: /^(ExitPlanMode|exit_plan_mode|plan_exit|exit_plan|submit_plan)$/i,
};

// A plan comes from a file in Claude Code (whose plan tool is also deferred), Gemini CLI and omp
// (which takes the approval as a write to xd://propose): the steps that prepare it go first.
// Codex in plan mode has no tool for it: it reads a tagged block of the answer.
// `context` is everything the request says, as text.
function expand(step, tools, context) {
  if (step.verb !== "plan") return [step];
  const has = (n) => tools.some((t) => t.name === n);
  const call = (name, args) => ({ verb: "call", arg: `${name} ${JSON.stringify(args)}` });
  const text = `# Plan\n\n1. ${step.arg}\n`;
  if (has("exec_command") && has("request_user_input"))
    return [{ verb: "say", arg: `<proposed_plan>\n${text}</proposed_plan>` }];
  if (/xd:\/\/propose/.test(context) && has("write"))
    return [
      call("write", { path: "local://mock-plan.md", content: text }),
      call("write", { path: "xd://propose", content: "mock" }),
    ];
  if (has("exit_plan_mode") && has("write_file")) {
    const dir = /`([^`]*\/plans\/)`/.exec(context)?.[1] ?? "";
    return [
      call("write_file", { file_path: `${dir}mock.md`, content: text }),
      call("exit_plan_mode", { plan_filename: "mock.md" }),
    ];
  }
  const file = /(\/[\w./-]+\/plans\/[\w.-]+\.md)/.exec(context)?.[1];
  return [
    ...(has("ToolSearch") ? [call("ToolSearch", { query: "select:ExitPlanMode" })] : []),
    ...(file ? [call("Write", { file_path: file, content: text })] : []),
    step,
  ];
}

// turns: [{role: 'user'|'assistant'|'result'|..., text}] -> the steps of the reply due now
function nextStep(turns, tools, context) {
  let results = 0;
  for (let i = turns.length - 1; i >= 0; i--) {
    const { role, text } = turns[i];
    if (role === "result") {
      results++;
      continue;
    }
    if (role !== "user" && role !== "note") continue;
    const steps = text
      .split(/\n| ;; /)
      .map((l) => DIRECTIVE.exec(l.trim()))
      .filter(Boolean)
      .map((m) => ({ verb: m[1], arg: m[2].trim() }))
      .flatMap((s) => expand(s, tools, context));
    if (!steps.length) {
      if (role === "note" || isInjected(text)) continue;
      else break;
    }
    const plan = []; // group steps into replies: texts, then at most one call
    for (const s of steps) {
      if (!plan.length || plan.at(-1).some((x) => x.verb in TOOLS || x.verb === "call"))
        plan.push([]);
      plan.at(-1).push(s);
    }
    return plan[results] ?? [{ verb: "say", arg: "done" }];
  }
  return [{ verb: "say", arg: "done" }];
}
// Text an agent adds to the conversation by itself: it must not hide the user's own prompt.
const isInjected = (t) => /^\s*(<|#|\[Request interrupted)/.test(t) || !t.trim();

// A minimal value that fits a JSON schema; `hint` gives strings by property name.
function fill(schema, hint, key = "") {
  if (!schema) return hint[key] ?? "x";
  const s = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema;
  if (key in hint && !["array", "object"].includes(String(s.type).toLowerCase())) return hint[key];
  if (s.enum) return s.enum[0];
  if ("const" in s) return s.const;
  switch (String(Array.isArray(s.type) ? s.type[0] : s.type).toLowerCase()) {
    case "object": {
      const o = {};
      for (const [k, v] of Object.entries(s.properties ?? {}))
        if ((s.required ?? []).includes(k) || k in hint || k === "options" || k === "choices")
          o[k] = fill(v, hint, k);
      return o;
    }
    case "array": {
      if (key === "command") return ["bash", "-lc", hint.command];
      const n = Math.max(s.minItems ?? 1, key === "options" || key === "choices" ? 2 : 1);
      const names = ["Red", "Blue", "Green", "Black"];
      return Array.from({ length: n }, (_, i) =>
        fill(
          s.items,
          { ...hint, label: names[i], choices: names[i], options: names[i], id: `id_${i}` },
          key,
        ),
      );
    }
    case "boolean":
      return false;
    case "number":
    case "integer":
      return s.minimum ?? 1;
    default:
      return "x";
  }
}

function toolCall({ verb, arg }, tools) {
  if (verb === "call") {
    const [, name, json] = /^(\S+)\s*(.*)$/s.exec(arg) ?? [];
    return { name, args: JSON.parse(json || "{}"), tool: tools.find((t) => t.name === name) };
  }
  const tool = tools.find((t) => TOOLS[verb].test(t.name));
  const shell = verb === "write" && !tool && tools.find((t) => t.name === "exec_command");
  if (shell)
    // Codex declares no file-writing tool to a model it does not know, but takes a patch from its shell tool
    return {
      name: shell.name,
      args: {
        cmd: `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${arg}\n+hello\n*** End Patch\nEOF`,
      },
      tool: shell,
    };
  if (!tool) return null;
  const hint = { description: "Mock step", header: "Colour" };
  if (verb === "bash")
    Object.assign(hint, {
      command: arg,
      cmd: arg,
      sandbox_permissions: "require_escalated",
      justification: "Mock wants to run this",
    }); // the last two make Codex ask
  if (verb === "write")
    Object.assign(hint, {
      file_path: arg,
      filePath: arg,
      path: arg,
      content: "hello\n",
      file_text: "hello\n",
    });
  if (verb === "ask")
    Object.assign(hint, {
      question: arg || "Which colour?",
      prompt: arg,
      message: arg,
      title: "Colour",
    });
  if (verb === "plan")
    Object.assign(hint, { plan: `# Plan\n\n1. ${arg || "Do it"}\n`, summary: arg, title: "Plan" });
  const args = tool.custom ? arg : fill(tool.schema, hint);
  if (args.requestedSchema)
    // Copilot's question is a form
    args.requestedSchema = {
      type: "object",
      properties: { colour: { type: "string", title: "Colour", enum: ["Red", "Blue"] } },
      required: ["colour"],
    };
  return { name: tool.name, args, tool };
}

// ---- the four protocols -----------------------------------------------------------------

const contextOf = (b, turns) =>
  [JSON.stringify(b.systemInstruction ?? b.system ?? ""), ...turns.map((t) => t.text)].join("\n");
const textOf = (c) => (typeof c === "string" ? c : (c ?? []).map((p) => p.text ?? "").join("\n"));

const readers = {
  anthropic: (b) => ({
    turns: (b.messages ?? []).flatMap((m) => {
      const parts = typeof m.content === "string" ? [{ type: "text", text: m.content }] : m.content;
      const role = parts.some((p) => p.type === "tool_result") ? "note" : m.role; // text beside a result is the agent's
      return parts.map((p) =>
        p.type === "tool_result" ? { role: "result", text: "" } : { role, text: p.text ?? "" },
      );
    }),
    tools: (b.tools ?? []).map((t) => ({ name: t.name, schema: t.input_schema })),
    schema: b.output_config?.format?.schema ?? b.output_format?.schema,
  }),
  responses: (b) => ({
    turns: (typeof b.input === "string"
      ? [{ role: "user", content: b.input }]
      : (b.input ?? [])
    ).map((i) =>
      /_output$/.test(i.type ?? "")
        ? { role: "result", text: "" }
        : {
            role: i.role === "user" ? "user" : "assistant",
            text: i.role === "user" ? textOf(i.content) : "",
          },
    ),
    tools: (b.tools ?? [])
      .flatMap((t) => (t.type === "namespace" ? t.tools.map((x) => ({ ...x, ns: t.name })) : [t]))
      .map((t) => ({
        name: t.name ?? t.type,
        ns: t.ns,
        schema: t.parameters,
        custom: t.type === "custom",
        local: t.type === "local_shell",
      })),
    schema: b.text?.format?.schema,
  }),
  chat: (b) => ({
    turns: (b.messages ?? []).map((m) => ({
      role: m.role === "tool" ? "result" : m.role === "user" ? "user" : "assistant",
      text: textOf(m.content),
    })),
    tools: (b.tools ?? []).map((t) => ({ name: t.function?.name, schema: t.function?.parameters })),
    schema: b.response_format?.json_schema?.schema,
  }),
  gemini: (b) => ({
    turns: (b.contents ?? []).flatMap((c) =>
      (c.parts ?? []).map((p) =>
        p.functionResponse
          ? { role: "result", text: "" }
          : { role: c.role === "model" ? "assistant" : "user", text: p.text ?? "" },
      ),
    ),
    tools: (b.tools ?? [])
      .flatMap((t) => t.functionDeclarations ?? [])
      .map((f) => ({ name: f.name, schema: f.parametersJsonSchema ?? f.parameters })),
    schema: b.generationConfig?.responseJsonSchema ?? b.generationConfig?.responseSchema,
  }),
};

// Each writer gets send(event|null, data) and yields the protocol's frames for text and calls.
const writers = {
  anthropic: (b) => {
    let n = -1;
    const open = (block) => [["content_block_start", { index: ++n, content_block: block }]];
    const close = () => [["content_block_stop", { index: n }]];
    return {
      start: () => [
        [
          "message_start",
          {
            message: {
              id: id("msg"),
              type: "message",
              role: "assistant",
              model: b.model,
              content: [],
              stop_reason: null,
              stop_sequence: null,
              usage: { input_tokens: 100, output_tokens: 1 },
            },
          },
        ],
      ],
      textStart: () => open({ type: "text", text: "" }),
      text: (t) => [["content_block_delta", { index: n, delta: { type: "text_delta", text: t } }]],
      textEnd: close,
      call: (c) => [
        ...open({ type: "tool_use", id: id("toolu"), name: c.name, input: {} }),
        [
          "content_block_delta",
          { index: n, delta: { type: "input_json_delta", partial_json: JSON.stringify(c.args) } },
        ],
        ...close(),
      ],
      end: (called) => [
        [
          "message_delta",
          {
            delta: { stop_reason: called ? "tool_use" : "end_turn", stop_sequence: null },
            usage: { output_tokens: 20 },
          },
        ],
        ["message_stop", {}],
      ],
    };
  },
  responses: (b) => {
    const rid = id("resp");
    const output = [];
    let item;
    let buf;
    const done = (it) => {
      output.push(it);
      return [["response.output_item.done", { output_index: output.length - 1, item: it }]];
    };
    return {
      start: () => [
        [
          "response.created",
          {
            response: {
              id: rid,
              object: "response",
              model: b.model,
              status: "in_progress",
              output: [],
            },
          },
        ],
      ],
      textStart: () => {
        buf = "";
        item = {
          type: "message",
          id: id("msg"),
          role: "assistant",
          status: "in_progress",
          content: [],
        };
        return [["response.output_item.added", { output_index: output.length, item }]];
      },
      text: (t) => {
        buf += t;
        return [
          [
            "response.output_text.delta",
            { item_id: item.id, output_index: output.length, content_index: 0, delta: t },
          ],
        ];
      },
      textEnd: () =>
        done({
          ...item,
          status: "completed",
          content: [{ type: "output_text", text: buf, annotations: [] }],
        }),
      call: (c) => {
        const base = {
          id: id("fc"),
          call_id: id("call"),
          name: c.name,
          status: "completed",
          ...(c.tool?.ns && { namespace: c.tool.ns }),
        };
        const it = c.tool?.local
          ? {
              type: "local_shell_call",
              id: base.id,
              call_id: base.call_id,
              status: "completed",
              action: { type: "exec", command: ["bash", "-lc", c.args], env: {} },
            }
          : c.tool?.custom
            ? { type: "custom_tool_call", ...base, input: String(c.args) }
            : { type: "function_call", ...base, arguments: JSON.stringify(c.args) };
        return [
          ["response.output_item.added", { output_index: output.length, item: it }],
          ...done(it),
        ];
      },
      end: () => [
        [
          "response.completed",
          {
            response: {
              id: rid,
              object: "response",
              model: b.model,
              status: "completed",
              output,
              usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
            },
          },
        ],
      ],
    };
  },
  chat: (b) => {
    const cid = id("chatcmpl");
    const chunk = (delta, finish_reason = null, extra = {}) => [
      [
        null,
        {
          id: cid,
          object: "chat.completion.chunk",
          created: 1,
          model: b.model,
          choices: [{ index: 0, delta, finish_reason }],
          ...extra,
        },
      ],
    ];
    let n = -1;
    return {
      start: () => chunk({ role: "assistant", content: "" }),
      textStart: () => [],
      text: (t) => chunk({ content: t }),
      textEnd: () => [],
      call: (c) =>
        chunk({
          tool_calls: [
            {
              index: ++n,
              id: id("call"),
              type: "function",
              function: { name: c.name, arguments: JSON.stringify(c.args) },
            },
          ],
        }),
      end: (called) =>
        chunk({}, called ? "tool_calls" : "stop", {
          usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
        }),
      tail: "data: [DONE]\n\n",
    };
  },
  gemini: (b) => {
    const part = (p, finishReason) => [
      [
        null,
        {
          candidates: [
            {
              index: 0,
              content: { role: "model", parts: p },
              ...(finishReason && { finishReason }),
            },
          ],
          usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
          modelVersion: "mock",
        },
      ],
    ];
    return {
      start: () => [],
      textStart: () => [],
      text: (t) => part([{ text: t }]),
      textEnd: () => [],
      call: (c) => part([{ functionCall: { id: id("call"), name: c.name, args: c.args } }]),
      end: () => part([{ text: "" }], "STOP"),
    };
  },
};

// The same reply as one JSON body, for requests that do not stream.
const whole = {
  anthropic: (b, text, calls) => ({
    id: id("msg"),
    type: "message",
    role: "assistant",
    model: b.model,
    stop_reason: calls.length ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
    content: [
      ...(text ? [{ type: "text", text }] : []),
      ...calls.map((c) => ({ type: "tool_use", id: id("toolu"), name: c.name, input: c.args })),
    ],
  }),
  responses: (b, text) => ({
    id: id("resp"),
    object: "response",
    model: b.model,
    status: "completed",
    output: [
      {
        type: "message",
        id: id("msg"),
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      },
    ],
    usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
  }),
  chat: (b, text) => ({
    id: id("chatcmpl"),
    object: "chat.completion",
    created: 1,
    model: b.model,
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  }),
  gemini: (b, text, calls) => ({
    candidates: [
      {
        index: 0,
        finishReason: "STOP",
        content: {
          role: "model",
          parts: [
            ...(text ? [{ text }] : []),
            ...calls.map((c) => ({ functionCall: { name: c.name, args: c.args } })),
          ],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  }),
};

async function answer(kind, body, stream, res) {
  const { turns, tools, schema } = readers[kind](body);
  let steps = nextStep(turns, tools, contextOf(body, turns));
  // A side request (a title, a classifier): no tools, or a forced JSON shape.
  if (schema)
    steps = [{ verb: "say", arg: JSON.stringify(fill(schema, { title: "Mock session" })) }];
  else if (!tools.length && steps.some((s) => s.verb !== "say"))
    steps = [{ verb: "say", arg: "Mock session" }];

  if (steps.every((s) => s.verb === "think")) steps = [...steps, { verb: "say", arg: "done" }];

  const error = steps.find((s) => s.verb === "error");
  if (error)
    return json(res, Number(error.arg) || 500, {
      type: "error",
      error: {
        type: "api_error",
        message: `mock error ${error.arg}`,
        code: Number(error.arg) || 500,
      },
    });

  const w = writers[kind](body);
  let text = "";
  const calls = [];
  const send = (frames) => {
    if (stream)
      for (const [event, data] of frames)
        res.write(
          `${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(event ? { type: event, ...data } : data)}\n\n`,
        );
  };
  if (stream)
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  send(w.start());
  for (const s of steps) {
    if (s.verb === "think") {
      await sleep(Number(s.arg) || 1);
      continue;
    }
    if (s.verb === "say" || s.verb === "slow") {
      const words =
        s.verb === "slow"
          ? Array.from({ length: Number(s.arg) || 5 }, (_, i) => `word${i + 1} `)
          : s.arg.replaceAll("\\n", "\n").split(/(?<= )/);
      send(w.textStart());
      for (const t of words) {
        if (res.destroyed) return;
        text += t;
        send(w.text(t));
        await sleep(s.verb === "slow" ? 1 : 0.02);
      }
      send(w.textEnd());
      continue;
    }
    const c = toolCall(s, tools);
    if (c) {
      calls.push(c);
      send(w.call(c));
    } else {
      const t = `no ${s.verb} tool declared`;
      text += t;
      send(w.textStart());
      send(w.text(t));
      send(w.textEnd());
    }
  }
  send(w.end(calls.length > 0));
  if (!stream) return json(res, 200, whole[kind](body, text, calls));
  if (w.tail) res.write(w.tail);
  res.end();
}

function json(res, status, value) {
  res.writeHead(status, { "content-type": "application/json" });
  res.end(JSON.stringify(value));
}

http
  .createServer((req, res) => {
    const chunks = [];
    req
      .on("data", (c) => chunks.push(c))
      .on("end", async () => {
        const url = new URL(req.url, "http://127.0.0.1");
        const p = url.pathname;
        let body = {};
        try {
          body = JSON.parse(Buffer.concat(chunks).toString() || "{}");
        } catch {
          /* not JSON: an upload or telemetry */
        }
        const kind = /\/messages$/.test(p)
          ? "anthropic"
          : /\/responses$/.test(p)
            ? "responses"
            : /\/chat\/completions$/.test(p)
              ? "chat"
              : /:(stream)?generateContent$/i.test(p)
                ? "gemini"
                : null;
        const seen = kind && readers[kind](body);
        const request = ++requests; // the log has a second line, with only `closed`, when the answer is over
        if (process.env.MOCK_LOG)
          res.on("close", () =>
            fs.appendFileSync(
              process.env.MOCK_LOG,
              JSON.stringify({ request, closed: new Date().toISOString() }) + "\n",
            ),
          );
        if (process.env.MOCK_LOG)
          fs.appendFileSync(
            process.env.MOCK_LOG,
            JSON.stringify({
              request,
              at: new Date().toISOString(),
              method: req.method,
              path: req.url,
              model: body.model,
              last: seen?.turns.at(-1),
              step: seen && nextStep(seen.turns, seen.tools, contextOf(body, seen.turns)),
              tools: seen?.tools.map((t) => t.name),
            }) + "\n",
          );
        if (process.env.MOCK_DUMP && kind)
          fs.writeFileSync(
            path.join(process.env.MOCK_DUMP, `${String(++serial).padStart(4, "0")}-${kind}.json`),
            JSON.stringify({ headers: req.headers, body }, null, 1),
          );
        try {
          if (kind === "gemini") return await answer(kind, body, /:stream/.test(p), res);
          if (kind) return await answer(kind, body, Boolean(body.stream), res);
          if (/count_tokens$/.test(p)) return json(res, 200, { input_tokens: 100 });
          if (/:countTokens$/.test(p)) return json(res, 200, { totalTokens: 100 });
          if (/\/models$/.test(p))
            return json(res, 200, {
              object: "list",
              data: [
                {
                  id: "mock-model",
                  type: "model",
                  object: "model",
                  display_name: "Mock",
                  created: 1,
                  owned_by: "mock",
                },
              ],
              models: [],
              has_more: false,
            });
          json(res, 404, {
            type: "error",
            error: { type: "not_found_error", message: `mock: no route ${req.method} ${p}` },
          });
        } catch (e) {
          console.error(e);
          if (!res.headersSent) json(res, 500, { error: { message: String(e) } });
          else res.end();
        }
      });
  })
  .listen(PORT, "127.0.0.1", () => console.log(`mock model on http://127.0.0.1:${PORT}`));
