// Mocks of several provider services behind one local address. Responses come from aimock, an independent mock of these
// services. A recorder in front of it keeps each request unchanged, and applies the strictest CORS rules that a service
// may have: only the headers that the format needs are allowed and readable.
//
//   const mock = await startProviders(fixtures)       // fixtures: see aimock
//   mock.address(format), mock.requests, mock.failures, mock.models, mock.listFailures, mock.close()
import { createServer, request as forward } from "node:http";
import { LLMock } from "@copilotkit/aimock";
import { closeNow, readAll } from "./static-server.mjs";

const openAiList = {
  route: /^\/v1\/models$/,
  body: (ids) => ({ object: "list", data: ids.map((id) => ({ id, object: "model" })) }),
};

/** The four wire formats, with the requirements that each has for a client. */
export const FORMATS = [
  {
    provider: "anthropic",
    model: "claude-opus-5-5",
    base: "/v1",
    route: /^\/v1\/messages$/,
    list: { route: /^\/v1\/models\?limit=1000$/, body: (ids) => ({ data: ids.map((id) => ({ type: "model", id, display_name: id })), has_more: false }) },
    key: { header: "x-api-key", value: (key) => key },
    headers: ["anthropic-version", "anthropic-dangerous-direct-browser-access", "anthropic-beta"],
    readable: "*",
    history: "messages",
    image: (body) => find(body.messages, (part) => part.type === "image")?.source,
    png: (source) => source.type === "base64" && source.media_type === "image/png" && source.data,
    limited: (seconds) => ({
      headers: { "retry-after": String(seconds) },
      body: { type: "error", error: { type: "rate_limit_error", message: "This request would exceed your rate limit." } },
    }),
  },
  {
    provider: "openai",
    model: "gpt-6.1-sol",
    base: "/v1",
    route: /^\/v1\/responses$/,
    list: openAiList,
    key: { header: "authorization", value: (key) => `Bearer ${key}` },
    headers: [],
    history: "input",
    image: (body) => find(body.input, (part) => part.type === "input_image")?.image_url,
    png: dataUrl,
    limited: openAiLimit,
  },
  {
    provider: "gemini",
    model: "gemini-3.8-flash",
    base: "/v1beta",
    route: /^\/v1beta\/models\/gemini-3\.8-flash:streamGenerateContent\?alt=sse$/,
    list: {
      route: /^\/v1beta\/models\?pageSize=1000$/,
      body: (ids) => ({ models: ids.map((id) => ({ name: `models/${id}`, supportedGenerationMethods: ["generateContent"] })) }),
    },
    key: { header: "x-goog-api-key", value: (key) => key },
    headers: [],
    history: "contents",
    image: (body) => find(body.contents, (part) => part.inlineData)?.inlineData,
    png: (inline) => inline.mimeType === "image/png" && inline.data,
    limited: (seconds) => ({
      body: {
        error: {
          code: 429,
          message: "You exceeded your current quota.",
          status: "RESOURCE_EXHAUSTED",
          details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${seconds}s` }],
        },
      },
    }),
  },
  {
    provider: "chat",
    model: "some-model",
    base: "/v1",
    route: /^\/v1\/chat\/completions$/,
    list: openAiList,
    key: { header: "authorization", value: (key) => `Bearer ${key}` },
    headers: [],
    history: "messages",
    image: (body) => find(body.messages, (part) => part.type === "image_url")?.image_url.url,
    png: dataUrl,
    limited: openAiLimit,
  },
];

/** Starts the servers on free loopback ports. */
export async function startProviders(fixtures) {
  const service = await LLMock.create({ host: "127.0.0.1", port: 0, logLevel: "silent", strict: true });
  service.addFixtures(fixtures.map((fixture) => ({ chunkSize: 5, ...fixture })));
  const mock = { requests: [], failures: [], models: [], lists: [], listFailures: [] };
  const server = createServer((request, response) => {
    serve(mock, service, request, response).catch((error) => response.destroy(error));
  });
  await new Promise((started) => server.listen(0, "127.0.0.1", started));
  mock.origin = `http://127.0.0.1:${server.address().port}`;
  mock.address = (format) => mock.origin + format.base;
  mock.close = async () => {
    await closeNow(server);
    await service.stop();
  };
  return mock;
}

async function serve(mock, service, request, response) {
  response.setHeader("access-control-allow-origin", "*");
  const named = request.headers["access-control-request-headers"] ?? Object.keys(request.headers).join();
  const lists = ({ list, key }) => list.route.test(request.url) && named.includes(key.header);
  const format = FORMATS.find((format) => format.route.test(request.url) || lists(format));
  if (!format) {
    response.writeHead(404).end();
    return;
  }
  if (format.readable) response.setHeader("access-control-expose-headers", format.readable);
  if (request.method === "OPTIONS") {
    const allowed = ["content-type", format.key.header, ...format.headers];
    response.writeHead(204, { "access-control-allow-methods": "GET, POST", "access-control-allow-headers": allowed.join(", ") });
    response.end();
    return;
  }
  if (request.method === "GET") {
    mock.lists.push({ url: request.url, headers: request.headers });
    const failure = mock.listFailures.shift();
    if (failure) {
      response.writeHead(failure.status, { "content-type": "application/json", ...failure.headers });
      response.end(JSON.stringify(failure.body));
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(format.list.body(mock.models)));
    return;
  }
  const raw = await readAll(request);
  mock.requests.push({ provider: format.provider, url: request.url, headers: request.headers, raw, body: JSON.parse(raw) });
  const failure = mock.failures.shift();
  if (failure) {
    response.writeHead(failure.status, { "content-type": "application/json", ...failure.headers });
    response.end(JSON.stringify(failure.body));
    return;
  }
  const headers = { ...request.headers, host: new URL(service.url).host };
  await new Promise((done, failed) => {
    const asked = forward(service.url + request.url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, { "content-type": answer.headers["content-type"] });
      // A connection that the service cuts off is cut off for the client as well.
      answer.on("close", () => answer.complete || response.destroy());
      answer.pipe(response).on("finish", done).on("close", done);
    });
    asked.on("error", failed);
    asked.end(raw);
  });
}

function openAiLimit(seconds) {
  const message = `Rate limit reached for requests per min. Please try again in ${seconds}s.`;
  return { body: { error: { message, type: "requests", param: null, code: "rate_limit_exceeded" } } };
}

function dataUrl(url) {
  const [head, data] = url.split(",");
  return head === "data:image/png;base64" && data;
}

/** Returns the first object inside a value that satisfies `fits`. */
function find(value, fits) {
  if (value === null || typeof value !== "object") return undefined;
  if (fits(value)) return value;
  for (const part of Object.values(value)) {
    const found = find(part, fits);
    if (found) return found;
  }
  return undefined;
}
