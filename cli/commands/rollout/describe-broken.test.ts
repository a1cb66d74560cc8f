import { expect, test } from "vitest";
import { describeBroken } from "./command.ts";

test("the summary of a rollout tells after which actions the environment failed, and how often", () => {
  const lines = [
    { end_reason: "ENV_ERROR", last_action: "kubectl" },
    { end_reason: "ENV_ERROR", last_action: "kubectl" },
    { end_reason: "ENV_ERROR", last_action: "query_logs" },
    { end_reason: "SUBMITTED", last_action: "submit_mitigation" },
  ];
  expect(describeBroken(lines)).toBe("ENV_ERROR by last action: kubectl 2 (50.0 % of all episodes), query_logs 1 (25.0 % of all episodes)");
});

test("it says nothing where no episode ended so", () => {
  expect(describeBroken([{ end_reason: "SUBMITTED", last_action: "submit_mitigation" }])).toBeUndefined();
});
