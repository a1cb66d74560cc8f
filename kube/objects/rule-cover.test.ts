import { expect, test } from "vitest";
import type { PolicyRule } from "../types/cluster.ts";
import { uncoveredRules } from "./rule-cover.ts";

const core = (resources: readonly string[], verbs: readonly string[], resourceNames: readonly string[] = []): PolicyRule => ({
  verbs,
  apiGroups: [""],
  resources,
  ...(resourceNames.length > 0 && { resourceNames }),
});

test.each([
  { title: "a star of verbs", given: core(["pods"], ["*"]), wanted: core(["pods"], ["get", "delete"]) },
  { title: "a star of resources", given: core(["*"], ["get"]), wanted: core(["pods", "pods/log"], ["get"]) },
  { title: "a star before a subresource", given: core(["*/scale"], ["get"]), wanted: core(["deployments/scale"], ["get"]) },
  { title: "all names", given: core(["pods"], ["get"]), wanted: core(["pods"], ["get"], ["cart"]) },
  {
    title: "a path with a star",
    given: { verbs: ["get"], nonResourceURLs: ["/healthz/*"] },
    wanted: { verbs: ["get"], nonResourceURLs: ["/healthz/etcd"] },
  },
])("$title covers what it stands for", ({ given, wanted }) => {
  expect(uncoveredRules([given], [wanted])).toEqual([]);
});

test("what is not covered comes one verb, resource and name at a time", () => {
  const given = [core(["pods"], ["get"]), core(["secrets"], ["get"], ["login"])];
  const wanted = [core(["pods", "secrets"], ["get", "list"]), core(["secrets"], ["get"], ["login", "key"])];
  expect(uncoveredRules(given, wanted)).toEqual([
    core(["pods"], ["list"]),
    core(["secrets"], ["get"]),
    core(["secrets"], ["list"]),
    core(["secrets"], ["get"], ["key"]),
  ]);
});

test("a star is no name, and a rule without verbs wants and allows nothing", () => {
  expect(uncoveredRules([core(["pods"], ["get"], ["*"])], [core(["pods"], ["get"], ["cart"])])).toHaveLength(1);
  const verbless = { apiGroups: [""], resources: ["pods"] } as unknown as PolicyRule;
  expect(uncoveredRules([], [verbless])).toEqual([]);
  expect(uncoveredRules([verbless], [core(["pods"], ["get"])])).toHaveLength(1);
});
