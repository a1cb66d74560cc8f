import { expect, test } from "vitest";
import type { LimitRange } from "#kube/types/cluster.ts";
import { createTestWorld } from "../../../testing/create-test-world.ts";

const refusal = (resource: string, kind: string, spec: object): string => {
  const made = createTestWorld().client.create(resource, {
    apiVersion: "v1",
    kind,
    metadata: { name: "bad", namespace: "shop" },
    spec,
  } as never);
  return made.ok ? "created" : (made.error.message ?? "");
};

test("the bounds of a limit range must fit each other and their type", () => {
  const limits = [
    { type: "Container", max: { cpu: "1" }, min: { cpu: "2" }, maxLimitRequestRatio: { cpu: "500m" } },
    { type: "Pod", default: { cpu: "1" } },
    { type: "PersistentVolumeClaim" },
  ];
  expect(refusal("limitranges", "LimitRange", { limits })).toBe(
    'LimitRange "bad" is invalid: [spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1, spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1, spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1, spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1, spec.limits[1].default: Forbidden: may not be specified when `type` is \'Pod\', spec.limits[2].limits: Required value: either minimum or maximum storage value is required, but neither was provided]',
  );
});

test("the scopes of a quota must be known, fit its resources and not contradict each other", () => {
  const shown = '["BestEffort","NotBestEffort","Foo"]';
  expect(
    refusal("resourcequotas", "ResourceQuota", { hard: { "requests.cpu": "1" }, scopes: ["BestEffort", "NotBestEffort", "Foo"] }),
  ).toBe(
    `ResourceQuota "bad" is invalid: [spec.scopes: Invalid value: ${shown}: unsupported scope applied to resource, spec.scopes: Invalid value: ${shown}: unsupported scope, spec.scopes: Invalid value: ${shown}: conflicting scopes]`,
  );
  const scopeSelector = { matchExpressions: [{ scopeName: "PriorityClass", operator: "In" }] };
  expect(refusal("resourcequotas", "ResourceQuota", { hard: { pods: "1" }, scopeSelector })).toBe(
    "ResourceQuota \"bad\" is invalid: spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
  );
});

test("limit ranges without a name are each given one", () => {
  const { client } = createTestWorld();
  const make = (): string => {
    const sent = { apiVersion: "v1", kind: "LimitRange", metadata: { name: "", namespace: "shop" }, spec: { limits: [] } };
    const made = client.create<LimitRange>("limitranges", sent);
    return made.ok ? made.value.metadata.name : (made.error.message ?? "");
  };
  const names = [make(), make()];
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(names).size).toBe(2);
});
