import { describe, expect, test } from "vitest";
import type { Baseline } from "../app/baseline.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { ResourceRequirements } from "../types/pod.ts";
import { podsAdmitted } from "./pods-admitted.ts";

interface Objects {
  readonly quotas: readonly object[];
  readonly limits?: readonly object[];
  readonly resources?: ResourceRequirements;
  /** Specification of a StatefulSet beside the app, none of whose pods is ready; missing: there is none. */
  readonly beside?: object;
}

/** View of a namespace with one Deployment of two pods, and its quotas and LimitRanges. */
const viewOf = ({ quotas, limits = [], resources = {}, beside }: Objects): ClusterView => {
  const template = { metadata: {}, spec: { containers: [{ name: "geo", resources }] } };
  const items: Readonly<Record<string, readonly unknown[]>> = {
    deployments: [{ metadata: { name: "geo", namespace: "shop" }, spec: { replicas: 2, template } }],
    statefulsets:
      beside === undefined ? [] : [{ metadata: { name: "trial", namespace: "shop" }, spec: { serviceName: "trial", template, ...beside } }],
    resourcequotas: quotas.map((spec) => ({ metadata: { name: "compute" }, spec })),
    limitranges: limits.map((limit) => ({ metadata: { name: "defaults" }, spec: { limits: [{ type: "Container", ...limit }] } })),
  };
  const nobody = (): never => {
    throw new Error("nobody asks for that");
  };
  return {
    clock: { nowMs: () => 0 },
    read: async ({ path }) => ({ status: 200, body: { items: items[path.slice(path.lastIndexOf("/") + 1)] ?? [] } }),
    query: nobody,
    probe: nobody,
    revision: () => undefined,
  };
};

const check = podsAdmitted({ app: { components: [{ name: "geo" }] }, namespace: "shop" } as unknown as Baseline);

describe("new pods are taken", () => {
  test.each<[what: string, objects: Objects, held: boolean]>([
    ["without a quota", { quotas: [] }, true],
    ["by a quota on what is no pod", { quotas: [{ hard: { secrets: "0" } }] }, true],
    ["with room for one more than is wanted", { quotas: [{ hard: { pods: "3" } }] }, true],
    ["not with room for what is wanted alone", { quotas: [{ hard: { pods: "2" } }] }, false],
    ["beside a StatefulSet that waits for its first pod", { quotas: [{ hard: { pods: "4" } }], beside: { replicas: 30 } }, true],
    [
      "not beside one that makes all its pods at once",
      { quotas: [{ hard: { pods: "4" } }], beside: { replicas: 30, podManagementPolicy: "Parallel" } },
      false,
    ],
    ["not where one of two quotas is full", { quotas: [{ hard: { pods: "9" } }, { hard: { "count/pods": "2" } }] }, false],
    ["by a full quota on other pods", { quotas: [{ hard: { pods: "0" }, scopes: ["Terminating"] }] }, true],
    ["not without an amount that must be said", { quotas: [{ hard: { "requests.memory": "8Gi" } }] }, false],
    [
      "with a limit, which is a request too",
      { quotas: [{ hard: { "requests.memory": "8Gi" } }], resources: { limits: { memory: "1Gi" } } },
      true,
    ],
    [
      "with a request that is given by default",
      { quotas: [{ hard: { "requests.memory": "8Gi" } }], limits: [{ defaultRequest: { memory: "16Mi" } }] },
      true,
    ],
    [
      "not with one that is more than the quota has",
      { quotas: [{ hard: { "requests.memory": "2Gi" } }], limits: [{ default: { memory: "1Gi" }, defaultRequest: { memory: "1Gi" } }] },
      false,
    ],
  ])("%s", async (_what, objects, held) => {
    expect(await check.judge(viewOf(objects))).toMatchObject(held ? { held } : { held, needsWrite: true });
  });
});
