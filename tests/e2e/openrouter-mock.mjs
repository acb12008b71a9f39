// A mock of openrouter.ai: the authorization page, the exchange of a code for a key (RFC 7636: the challenge must be
// the SHA-256 of the verifier), the credit of a key, and a model. It intercepts the page's requests to openrouter.ai.
//
//   const mock = await openRouter(page, { answers, state })   // answers: bodies of streams, in order
//
// `state` says how the service returns the state: as a parameter of its own (true), only in the query of the callback
// (false), or not at all ("lost").
// The turns of the test of a connection use up no answer.
//   mock.requests, mock.asked, mock.exchanges, mock.refuse, mock.lose
import { createHash } from "node:crypto";

export const CODE = "canary-code/+never shown";
export const KEY = "sk-or-v1-canary-never-shown-0123456789";

/** What only the test of a connection sends: the tool that a model is to call, and the question about a picture. */
const TEST_TURN = /set_color|Which color has this picture/;

const open = { "access-control-allow-origin": "*", "content-type": "application/json" };

export async function openRouter(page, { answers = [], state = true } = {}) {
  const mock = { asked: [], exchanges: [], requests: [], refuse: 0, lose: false };
  await page.route("https://openrouter.ai/**", async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const json = (status, value) => route.fulfill({ status, headers: open, body: JSON.stringify(value) });
    if (url.pathname === "/auth") {
      mock.asked.push(url);
      const back = (fields) => {
        const address = new URL(url.searchParams.get("callback_url"));
        if (state === "lost") address.search = "";
        for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
        if (state === true) address.searchParams.set("state", mock.state ?? url.searchParams.get("state"));
        return address.href.replaceAll("&", "&amp;");
      };
      const body = `<!DOCTYPE html><title>OpenRouter</title>
        <a id="authorize" href="${back({ code: CODE })}">Authorize</a>
        <a id="deny" href="${back({ error: "access_denied", error_description: "The user denied access" })}">Cancel</a>`;
      return route.fulfill({ contentType: "text/html", body });
    }
    if (url.pathname === "/api/v1/auth/keys") {
      if (mock.lose) return route.abort();
      const { code, code_verifier: verifier, code_challenge_method: method } = request.postDataJSON();
      mock.exchanges.push({ headers: request.headers(), verifier });
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const right = method === "S256" && code === CODE && challenge === mock.asked.at(-1)?.searchParams.get("code_challenge");
      if (mock.refuse || !right) return json(mock.refuse || 403, { error: { message: "Invalid code or code_verifier", code: 403 } });
      return json(200, { key: KEY, user_id: "user_1" });
    }
    const raw = request.postData() ?? "";
    const isTest = TEST_TURN.test(raw);
    mock.requests.push({ path: url.pathname, headers: request.headers(), raw, isTest });
    if (request.headers().authorization !== `Bearer ${KEY}`) return json(401, { error: { message: "No auth credentials found", code: 401 } });
    if (url.pathname === "/api/v1/key") return json(200, { data: { label: "sk-or-v1-can...789", limit: null, limit_remaining: null, usage: 0 } });
    if (url.pathname === "/api/v1/models") return json(200, { data: [{ id: "anthropic/claude-sonnet-5.5" }, { id: "openrouter/free" }] });
    if (url.pathname === "/api/v1/chat/completions") {
      return route.fulfill({ headers: { ...open, "content-type": "text/event-stream" }, body: (!isTest && answers.shift()) || says("OK") });
    }
    return json(404, { error: { message: "Not Found", code: 404 } });
  });
  return mock;
}

const stream = (delta, reason) =>
  [{ choices: [{ index: 0, delta }] }, { choices: [{ index: 0, delta: {}, finish_reason: reason }] }]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join("") + "data: [DONE]\n\n";

export const says = (content) => stream({ role: "assistant", content }, "stop");
export const calls = (id, name, input) =>
  stream({ tool_calls: [{ index: 0, id, function: { name, arguments: JSON.stringify(input) } }] }, "tool_calls");
