import { expect, test } from "vitest";
import { jsonLine } from "./json-line.ts";

test("quantities have a decimal point, counts and texts stay as they are", () => {
  const row = {
    return: 1,
    reward: -0.25,
    returns_to_go: [1, 0.5, 0],
    steps: [{ index: 0, reward: 0, components: [{ name: "cost", value: 0, weight: 1, contribution: -0 }] }],
    reward_profile: { weights: { cost: 0, diagnosis: 0.3 } },
    text: '{"reward":0,"weights":{"cost":0}}',
    virtual_time_ms: 10_000,
  };
  const line = jsonLine(row);
  expect(JSON.parse(line)).toEqual({
    ...row,
    steps: [{ ...row.steps[0], components: [{ ...row.steps[0]?.components[0], contribution: 0 }] }],
  });
  expect(line).toContain('"return":1.0');
  expect(line).toContain('"returns_to_go":[1.0,0.5,0.0]');
  expect(line).toContain('"weights":{"cost":0.0,"diagnosis":0.3}');
  expect(line).toContain('"value":0.0,"weight":1.0');
  expect(line).toContain('"contribution":0.0');
  expect(line).toContain('"index":0,');
  expect(line).toContain('"virtual_time_ms":10000}');
  expect(line).toContain(JSON.stringify(row.text));
});
