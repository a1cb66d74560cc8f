import { expect, test } from "vitest";
import { describeCalls } from "./describe-calls.ts";

test("what a dead thread was at is told with the beginning of its actions", () => {
  const action = (command: string) => ({ body: { kind: "tool", name: "kubectl", argumentsJson: JSON.stringify({ command }) } });
  const [step, reset, ready] = describeCalls([
    { method: "step", payload: { episodeId: "e1", stepIndex: 0, actions: [action("get pods"), action("x".repeat(10_000))] } },
    { method: "reset", payload: { episodeId: "e2" } },
    { method: "ready", payload: undefined },
  ]);
  expect(step).toMatch(/^step e1 .*get pods/);
  expect(step?.length).toBeLessThan(600);
  expect([reset, ready]).toEqual(["reset e2 []", "ready  []"]);
});
