// Tests of the mock provider itself, on which other tests depend.
import { assert, assertEqual, test } from "../fixtures.mjs";
import { KEY, reply, startMock, text, toolUse } from "../mock-anthropic.mjs";

const headers = {
  "content-type": "application/json",
  "x-api-key": KEY,
  "anthropic-version": "2023-06-01",
  "anthropic-dangerous-direct-browser-access": "true",
};
const question = { model: "m", max_tokens: 10, stream: true, messages: [{ role: "user", content: "hi" }] };

async function ask(mock, body, more = {}) {
  const response = await fetch(`${mock.baseUrl}/messages`, {
    method: "POST",
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test("mock: a tool call is streamed like the real service", async () => {
  const mock = await startMock({ turns: [reply(text("I draw 톱니."), toolUse("toolu_1", "run_cad_code", { code: "a" }))] });
  try {
    const { status, text } = await ask(mock, question);
    assertEqual(status, 200, "status");
    const events = text.split("\n\n").filter(Boolean).map((event) => JSON.parse(event.split("\ndata: ")[1]));
    assertEqual(events.at(0).type, "message_start", "first event");
    assertEqual(events.at(-1).type, "message_stop", "last event");
    const input = events.filter((e) => e.delta?.type === "input_json_delta").map((e) => e.delta.partial_json);
    assertEqual(input[0], "", "the first piece of arguments");
    assertEqual(input.join(""), '{"code":"a"}', "arguments");
    const words = events.filter((e) => e.delta?.type === "text_delta").map((e) => e.delta.text);
    assertEqual(words.join(""), "I draw 톱니.", "text");
  } finally {
    await mock.close();
  }
});

test("mock: requests the real service refuses are refused", async () => {
  const mock = await startMock({ turns: [reply(text("ok"))] });
  try {
    assertEqual((await ask(mock, question, { "x-api-key": "other" })).status, 401, "a wrong key");
    const noHeader = await ask(mock, question, { "anthropic-dangerous-direct-browser-access": "" });
    assert(noHeader.text.includes("CORS requests must set"), "the browser header is required");
    assertEqual((await ask(mock, { ...question, temperature: 1 })).status, 400, "sampling parameters");
    const unanswered = [...question.messages, { role: "assistant", content: [toolUse("toolu_1", "a", {})] }];
    const missing = await ask(mock, { ...question, messages: [...unanswered, { role: "user", content: "go on" }] });
    assert(missing.text.includes("without `tool_result` blocks"), "every tool call needs a result");
    const answer = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }] };
    assertEqual((await ask(mock, { ...question, messages: [...unanswered, answer] })).status, 200, "an answered call");
    const preflight = await fetch(`${mock.baseUrl}/messages`, { method: "OPTIONS" });
    assertEqual(preflight.status, 204, "preflight");
    assertEqual(preflight.headers.get("access-control-allow-origin"), "*", "allowed origin");
  } finally {
    await mock.close();
  }
});
