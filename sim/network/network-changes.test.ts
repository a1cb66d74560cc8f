import { expect, test } from "vitest";
import type { Pod } from "#kube/types/pod.ts";
import type { Process } from "../processes/process.ts";
import { changedSubjects, type NetworkState } from "./network-changes.ts";

const pod = (name: string, podIP?: string): Pod =>
  ({ apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "shop" }, spec: { containers: [] }, status: { podIP } }) as unknown as Pod;

const process = (pod: string): Process => ({ key: `shop/${pod}/main` }) as Process;

const [cart, web] = [pod("cart", "10.0.0.1"), pod("web", "10.0.0.2")];
const [serving, restarted] = [process("web"), process("web")];

const STATE: NetworkState = {
  pods: [cart, web],
  slices: new Map([["shop/web", []]]),
  processes: new Map([["shop/web", [serving]]]),
  policies: [],
  namespaces: [],
};

test("what was written, has come or is gone is told by name, and nothing else", () => {
  const subjectsOf = (now: Partial<NetworkState>) => [...changedSubjects(STATE, { ...STATE, ...now })].sort();
  expect(subjectsOf({})).toEqual([]);
  expect(subjectsOf({ pods: [cart, pod("web", "10.0.0.3")] })).toEqual(["address 10.0.0.2", "address 10.0.0.3", "pod shop/web"]);
  expect(subjectsOf({ pods: [cart, pod("job"), web] })).toEqual(["pod shop/job"]);
  expect(subjectsOf({ processes: new Map([["shop/web", [restarted]]]) })).toEqual(["processes shop/web"]);
  expect(subjectsOf({ processes: new Map([["shop/web", [serving]]]) })).toEqual([]);
  expect(subjectsOf({ slices: new Map() })).toEqual(["slices shop/web"]);
  expect(subjectsOf({ namespaces: [{}] as never })).toEqual(["policies"]);
});
