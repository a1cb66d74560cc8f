import { describe, expect, test } from "vitest";
import { type Action, kubectl, toWireActions } from "./actions.ts";
import { toDuration } from "./durations.ts";

const args = { command: "get pods" };
const text = '{"command":"get pods"}';
const wanted = { toolCall: { name: "kubectl", argumentsJson: text } };

const FORMS: Readonly<Record<string, Action>> = {
  "this client's": kubectl("get pods"),
  plain: { name: "kubectl", arguments: args },
  "arguments as text": { name: "kubectl", arguments: text },
  "a chat of OpenAI": { id: "", type: "function", function: { name: "kubectl", arguments: text } },
  "a function call of OpenAI": { function_call: { name: "kubectl", arguments: text } },
  "a response of OpenAI": { type: "function_call", name: "kubectl", arguments: text },
  Anthropic: { type: "tool_use", name: "kubectl", input: args },
  LangChain: { type: "tool_call", name: "kubectl", args },
  Gemini: { functionCall: { name: "kubectl", args } },
  text: `{"name": "kubectl", "arguments": ${text}}`,
  "text in OpenAI's form": `{"type": "function", "function": {"name": "kubectl", "arguments": ${text}}}`,
};

test.each(Object.entries(FORMS))("a tool call is one alone and in arrays: %s", (_, form) => {
  expect(toWireActions(form)).toEqual([wanted]);
  expect(toWireActions([form, { waitMs: 1_000 }])).toEqual([wanted, { wait: toDuration(1_000) }]);
});

test("a message of a model is its calls, with their ids; missing arguments are none", () => {
  const calls = [
    { id: "c1", function: { name: "get_alerts", arguments: "" } },
    { call_id: "c2", name: "get_alerts" },
  ];
  const none = { name: "get_alerts", argumentsJson: "{}" };
  expect(toWireActions({ role: "assistant", tool_calls: calls } as unknown as Action)).toEqual([
    { callId: "c1", toolCall: none },
    { callId: "c2", toolCall: none },
  ]);
});

test("what a model wrote stays the model's own, in characters that the wire takes", () => {
  expect(toWireActions({ name: "kubectl", arguments: "{not json" })).toEqual([
    { toolCall: { name: "kubectl", argumentsJson: "{not json" } },
  ]);
  for (const wrong of ['{"name": 5}', "{", "null", "what now?"]) expect(toWireActions(wrong)).toEqual([{ text: wrong }]);
  expect(toWireActions(['{"name": "x", "id": "the model\'s"}', "a\ud800"])).toEqual([
    { toolCall: { name: "x", argumentsJson: "{}" } },
    { text: "a\ufffd" },
  ]);
});

describe("what is no action is a TypeError that says what is", () => {
  const WRONG: Readonly<Record<string, unknown>> = {
    nothing: null,
    undefined,
    "a number": 5,
    bytes: new TextEncoder().encode("kubectl get pods"),
    "a function": () => "kubectl get pods",
    "a promise": Promise.resolve("kubectl get pods"),
    "an object without a name": { arguments: {} },
    "a name that is none": { name: null, arguments: {} },
    "a tool that is none": { tool: 5 },
    "a wait that is none": { waitMs: "5" },
    "a wait without an end": { waitMs: Number.NaN },
    "a message that only talks": { role: "assistant", content: "Hm.", tool_calls: [] },
    "a function for arguments": { name: "kubectl", arguments: () => ({}) },
    "arguments that are no JSON": { name: "kubectl", arguments: { seconds: 5n } },
  };
  test.each(Object.entries(WRONG))("%s", (_, wrong) => {
    expect(() => toWireActions(wrong as Action)).toThrow(/^actions is .*; an action is text, such as a kubectl command line/);
    expect(() => toWireActions(["kubectl get pods", wrong as Action])).toThrow(/^actions\[1\] is /);
  });
});
