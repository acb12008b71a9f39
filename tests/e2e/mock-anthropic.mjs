// A local server with the wire format of the Anthropic Messages API: CORS preflight, header and body checks that detect
// real client errors, server-sent events in small chunks of bytes, and errors in the format of the real API.
//
//   const mock = await startMock({ turns: [reply(...), ...] })      // one turn per request, the last one repeats
//   mock.baseUrl, mock.requests, mock.aborted, mock.close()
//
// A turn is a value made by `reply`, `failure`, or `endless`, or a function from the request body to such a value or a
// promise of it.
import { createServer } from "node:http";
import { closeNow, readAll } from "./static-server.mjs";

export const KEY = "sk-ant-api03-CANARY-never-shown-0123456789";

/** An assistant message. Blocks: `text("..")`, `thinking("..")`, `toolUse(id, name, input)`. */
export function reply(...blocks) {
  return { kind: "reply", blocks, stop: blocks.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn" };
}

/** An assistant message that ends after the text of its first block, on a connection that stays open. */
export function silence(...blocks) {
  return { ...reply(...blocks), silent: true };
}

/** An HTTP error. */
export function failure(status, type, message, headers = {}) {
  return { kind: "failure", status, type, message, headers };
}

/** Text that continues until the client closes the connection. */
export function endless() {
  return { kind: "endless" };
}

export const text = (value) => ({ type: "text", text: value });
export const thinking = (value) => ({ type: "thinking", thinking: value, signature: "EqQBCgIYAhIMbW9ja3NpZ25hdHVyZQ==" });
export const toolUse = (id, name, input) => ({ type: "tool_use", id, name, input });

/** Starts the server on a free loopback port. `chunk` is the size of a chunk in bytes. */
export function startMock({ turns, chunk = 7 }) {
  const mock = { requests: [], aborted: 0, preflights: 0 };
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) mock.aborted += 1;
    });
    serve(mock, turns, chunk, request, response).catch((error) => response.destroy(error));
  });
  return new Promise((started) => {
    server.listen(0, "127.0.0.1", () => {
      mock.baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
      mock.close = () => closeNow(server);
      started(mock);
    });
  });
}

async function serve(mock, turns, chunk, request, response) {
  if (request.method === "OPTIONS") {
    mock.preflights += 1;
    response.writeHead(204, {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, OPTIONS",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
      "access-control-max-age": "600",
    });
    response.end();
    return;
  }
  const raw = await readAll(request);
  const body = request.method === "POST" ? parse(raw) : null;
  const refusal = wrong(request, body);
  mock.requests.push({ method: request.method, url: request.url, headers: request.headers, raw, body, refusal });
  if (refusal) {
    sendError(response, refusal);
    return;
  }
  const asked = mock.requests.filter((request) => !request.refusal).length - 1;
  let turn = turns[Math.min(asked, turns.length - 1)];
  if (typeof turn === "function") turn = await turn(body);
  if (turn.kind === "failure") {
    sendError(response, turn);
    return;
  }
  response.socket.setNoDelay(true);
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "*",
    "request-id": `req_${mock.requests.length}`,
  });
  for await (const event of turn.kind === "endless" ? endlessEvents(body) : events(turn, body)) {
    // A service that falls silent sends no more, and leaves the connection open.
    if (turn.silent && event.type === "content_block_stop") return;
    const bytes = Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    for (let at = 0; at < bytes.length; at += chunk) {
      if (response.destroyed) return;
      response.write(bytes.subarray(at, at + chunk));
      await new Promise(setImmediate);
    }
  }
  response.end();
}

function* events({ blocks, stop }, body) {
  yield messageStart(body);
  yield { type: "ping" };
  for (const [index, block] of blocks.entries()) {
    yield { type: "content_block_start", index, content_block: emptied(block) };
    for (const delta of deltas(block)) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  yield {
    type: "message_delta",
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: 65 },
  };
  yield { type: "message_stop" };
}

async function* endlessEvents(body) {
  yield messageStart(body);
  yield { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
  for (let word = 1; word < 100_000; word += 1) {
    yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: `word${word} ` } };
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

function messageStart(body) {
  const usage = { input_tokens: 377, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };
  const message = { id: "msg_01mock", type: "message", role: "assistant", model: body.model, content: [] };
  return { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null, usage } };
}

function emptied(block) {
  if (block.type === "text") return { type: "text", text: "" };
  if (block.type === "thinking") return { type: "thinking", thinking: "", signature: "" };
  return { type: "tool_use", id: block.id, name: block.name, input: {} };
}

function deltas(block) {
  if (block.type === "text") return pieces(block.text, 9).map((text) => ({ type: "text_delta", text }));
  if (block.type === "thinking") {
    const thoughts = pieces(block.thinking, 9).map((thinking) => ({ type: "thinking_delta", thinking }));
    return [...thoughts, { type: "signature_delta", signature: block.signature }];
  }
  // The first delta of the arguments is empty in the real stream as well.
  return ["", ...pieces(JSON.stringify(block.input), 13)].map((partial_json) => ({ type: "input_json_delta", partial_json }));
}

function pieces(value, size) {
  const letters = [...value];
  const count = Math.ceil(letters.length / size);
  return Array.from({ length: count }, (_, at) => letters.slice(at * size, (at + 1) * size).join(""));
}

// Returns the error of the real service for an invalid request, or `null` for a valid one.
function wrong(request, body) {
  const invalid = (message) => failure(400, "invalid_request_error", message);
  const headers = request.headers;
  if (headers["anthropic-dangerous-direct-browser-access"] !== "true") {
    const message = "CORS requests must set 'anthropic-dangerous-direct-browser-access' header";
    return failure(401, "authentication_error", message);
  }
  if (headers["x-api-key"] !== KEY) return failure(401, "authentication_error", "invalid x-api-key");
  if (headers["anthropic-version"] !== "2023-06-01") return invalid("anthropic-version: header is required");
  if (request.url.split("?")[0] !== "/v1/messages" || request.method !== "POST") {
    return failure(404, "not_found_error", "Not Found");
  }
  if (!body) return invalid("The request body is not valid JSON");
  if (typeof body.model !== "string") return invalid("model: Field required");
  if (!Number.isInteger(body.max_tokens)) return invalid("max_tokens: Field required");
  if (body.stream !== true) return invalid("this server only streams");
  for (const name of ["temperature", "top_p", "top_k"]) {
    if (name in body) return invalid(`${name}: this model does not take sampling parameters`);
  }
  for (const [at, tool] of (body.tools ?? []).entries()) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name ?? "")) return invalid(`tools.${at}.name: String should match pattern`);
    if (tool.input_schema?.type !== "object") return invalid(`tools.${at}.input_schema: type must be object`);
  }
  return wrongMessages(body.messages, invalid);
}

function wrongMessages(messages, invalid) {
  if (!Array.isArray(messages) || messages.length === 0) return invalid("messages: at least one message is required");
  if (messages[0].role !== "user") return invalid("messages: first message must use the \"user\" role");
  for (const [at, message] of messages.entries()) {
    const blocks = typeof message.content === "string" ? [text(message.content)] : message.content;
    if (blocks.some((block) => block.type === "text" && block.text === "")) {
      return invalid(`messages.${at}: text content blocks must be non-empty`);
    }
    const asked = blocks.filter((block) => block.type === "tool_use").map((block) => block.id);
    const next = messages[at + 1]?.content;
    const answers = Array.isArray(next) ? next.slice(0, asked.length) : [];
    const answered = answers.filter((block) => block.type === "tool_result").map((block) => block.tool_use_id);
    const open = asked.filter((id) => !answered.includes(id));
    if (message.role === "assistant" && open.length > 0) {
      const ids = open.join(", ");
      return invalid(`messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}`);
    }
  }
  return null;
}

function sendError(response, { status, type, message, headers = {} }) {
  response.writeHead(status, {
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "*",
    ...headers,
  });
  response.end(JSON.stringify({ type: "error", error: { type, message }, request_id: "req_011mock" }));
}

function parse(raw) {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}
