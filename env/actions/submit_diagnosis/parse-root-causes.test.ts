import { expect, test } from "vitest";
import { parseRootCauses } from "./parse-root-causes.ts";

const pairs = (list: readonly unknown[]) => {
  const parsed = parseRootCauses(list);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.pairs;
};

test.each([
  [
    { resource: "deployment/geo", fault_type: "scale-to-zero" },
    { resource: "deployment/geo", faultType: "scale-to-zero" },
  ],
  [
    { resource: "Deploy/geo", faultType: "Scale To Zero" },
    { resource: "deployment/geo", faultType: "scale-to-zero" },
  ],
  [
    { kind: "Service", name: "geo", type: "selector_mismatch" },
    { resource: "service/geo", faultType: "selector-mismatch" },
  ],
  [
    { resource: "deployments.apps/shop/geo", fault: "x" },
    { resource: "deployment/shop/geo", faultType: "x" },
  ],
  ["service/geo: selector-mismatch", { resource: "service/geo", faultType: "selector-mismatch" }],
  [
    { resource: "deployment geo", fault_type: "x" },
    { resource: "deployment/geo", faultType: "x" },
  ],
])("%j is understood", (entry, pair) => {
  expect(pairs([entry])).toEqual([pair]);
});

test.each([
  "deployment/geo or deployment/rate",
  "deployment/geo, deployment/rate",
  "deployment/geo and deployment/rate",
  "deployment/geo|deployment/rate",
])("each resource of %j is a claim", (resource) => {
  expect(pairs([{ resource, fault_type: "scale-to-zero" }]).map((pair) => pair.resource)).toEqual(["deployment/geo", "deployment/rate"]);
});

test("an empty list is an answer", () => {
  expect(parseRootCauses([])).toEqual({ ok: true, pairs: [] });
});

test.each([[[{ resource: "geo", fault_type: "x" }]], [[{ fault_type: "x" }]], [[{ resource: "deployment/geo" }]], [[7]], [["no idea"]]])(
  "%j is refused with an example",
  (list) => {
    const parsed = parseRootCauses(list);
    expect(parsed).toMatchObject({ ok: false });
    expect(parsed.ok ? "" : parsed.problem).toContain('{"resource": "deployment/checkout"');
  },
);
