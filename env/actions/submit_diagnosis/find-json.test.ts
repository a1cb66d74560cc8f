import { expect, test } from "vitest";
import { findJson } from "./find-json.ts";

const GEO = { resource: "deployment/geo", faultType: "scale-to-zero" };
const LIST = '[{"resource": "deployment/geo", "fault_type": "scale-to-zero"}]';
const OBJECT = `{"root_causes": ${LIST}}`;

test.each([
  ["a list", LIST],
  ["an object", OBJECT],
  ["one entry", LIST.slice(1, -1)],
  ["a list in a fence", `\`\`\`json\n${LIST}\n\`\`\``],
  ["an object in a fence, with prose around", `The geo pods are gone.\n\`\`\`json\n${OBJECT}\n\`\`\`\nPlease scale it up.`],
  ["a list with prose around", `My diagnosis: ${LIST} Thanks.`],
  ["an object with prose around", `I submit ${OBJECT}.`],
  ["one root cause under its name", `{"root_cause": ${LIST.slice(1, -1)}}`],
  ["pairs as text", '["deployment/geo: scale-to-zero"]'],
])("%s", (_form, text) => {
  expect(findJson(text)).toEqual({ ok: true, pairs: [GEO] });
});

test.each(["[]", "```json\n[]\n```", '{"root_causes": []}', 'All is well: {"root_causes": []}'])(
  "%s states that nothing is wrong",
  (text) => {
    expect(findJson(text)).toEqual({ ok: true, pairs: [] });
  },
);

test.each([
  "geo was scaled to zero",
  "The args of geo are [] and its env is {}.",
  'The patch was {"spec": {"replicas": 0}} on deployment geo.',
  '{"summary": "geo was scaled to zero"}',
  '["geo was scaled to zero"]',
  "[{",
])("%s lists no root causes", (text) => {
  expect(findJson(text)).toBeUndefined();
});

test("a long text without an end is read in linear time", () => {
  for (const part of ["[", "{", "```", "```json\n[", '{"root_causes": [']) expect(findJson(part.repeat(50_000))).toBeUndefined();
});
