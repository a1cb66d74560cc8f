import { expect, test } from "vitest";
import { inTypeOrder } from "./typed-json.ts";
import { withZeroFields } from "./zero-fields.ts";

const DEPLOYMENT = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { labels: { z: "1", a: "2" }, name: "web" },
  spec: { template: { spec: { containers: [{ image: "nginx", name: "app", env: [{ value: "1", name: "A" }] }] } }, replicas: 1 },
};

test("an object of kubectl's own making is written in the order of its Go type", () => {
  expect(JSON.stringify(inTypeOrder(DEPLOYMENT))).toBe(
    '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","labels":{"a":"2","z":"1"}},' +
      '"spec":{"replicas":1,"template":{"spec":{"containers":[{"name":"app","image":"nginx","env":[{"name":"A","value":"1"}]}]}}}}',
  );
});

test("fields that Go writes even when they are empty are there", () => {
  const typed = withZeroFields(DEPLOYMENT) as unknown as {
    spec: { strategy: unknown; template: { spec: { containers: unknown[] } } };
    status: unknown;
  };
  expect(typed.status).toEqual({});
  expect(typed.spec.strategy).toEqual({});
  expect(typed.spec.template.spec.containers[0]).toMatchObject({ resources: {} });
});
