import { expect, test } from "vitest";
import type { AggregatedRole } from "../../apiserver/policy/rbac/aggregate-rules.ts";
import { createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

const ROLES = "clusterroles.rbac.authorization.k8s.io";

test("a role with a label becomes part of the roles that gather it, and leaves them with it", () => {
  const fixture = createFixture();
  const rule = { apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get"] };
  const holds = (name: string): boolean =>
    JSON.stringify(fixture.client.get<AggregatedRole>(ROLES, undefined, name)?.rules).includes("example.com");
  fixture.create({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "widgets", labels: { "rbac.authorization.k8s.io/aggregate-to-view": "true" } },
    rules: [rule],
  } as AggregatedRole);
  fixture.run(5);
  expect(["view", "edit", "admin"].map(holds)).toEqual([true, true, true]);
  fixture.client.delete(ROLES, undefined, "widgets");
  fixture.run(5);
  expect(["view", "edit", "admin"].map(holds)).toEqual([false, false, false]);
});
