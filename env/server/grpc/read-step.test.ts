import { expect, test } from "vitest";
import { ACTION_CHARACTERS_MAX } from "../../host/action-size.ts";
import { readStep } from "./read-step.ts";

const long = "x".repeat(ACTION_CHARACTERS_MAX + 40_000);

test.each([
  ["a text", { text: long }],
  ["arguments", { toolCall: { name: "kubectl", argumentsJson: long } }],
  ["a name", { toolCall: { name: long, argumentsJson: "{}" } }],
])("%s of an agent above the bound is read, as far as shows that it is too long", (_what, action) => {
  const { actions } = readStep({ episodeId: "e", stepIndex: 0, actions: [action] });
  const texts = Object.values(actions[0]?.body ?? {}).map((value) => `${value}`.length);
  expect(Math.max(...texts)).toBe(ACTION_CHARACTERS_MAX + 1);
});
