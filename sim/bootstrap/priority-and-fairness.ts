import type { KubeObject } from "#kube/types/meta.ts";

/** PriorityLevelConfigurations and FlowSchemas of the API server. */
export const priorityAndFairness = (now: string): readonly KubeObject[] => [
  ...LEVELS.map(level),
  ...SCHEMAS.map(([name, priority, precedence, method, rules]) => schema(now, { name, level: priority, precedence, method, rules })),
];

const API_VERSION = "flowcontrol.apiserver.k8s.io/v1";

/** Name, shares, lendable percent; then queues and hand size where requests wait rather than being refused. */
const LEVELS: readonly (readonly [string, number, number, number?, number?])[] = [
  ["catch-all", 5, 0],
  ["exempt", 0, 0],
  ["global-default", 20, 50, 128, 6],
  ["leader-election", 10, 0, 16, 4],
  ["node-high", 40, 25, 64, 6],
  ["system", 30, 33, 64, 6],
  ["workload-high", 40, 50, 128, 6],
  ["workload-low", 100, 90, 128, 6],
];

const QUEUE_LENGTH_MAX = 50;

const level = ([name, nominalConcurrencyShares, lendablePercent, queues, handSize]: (typeof LEVELS)[number]): KubeObject => {
  const shares = { lendablePercent, nominalConcurrencyShares };
  const limitResponse =
    queues === undefined ? { type: "Reject" } : { queuing: { handSize, queueLengthLimit: QUEUE_LENGTH_MAX, queues }, type: "Queue" };
  const spec = name === "exempt" ? { exempt: shares, type: "Exempt" } : { limited: { ...shares, limitResponse }, type: "Limited" };
  return { apiVersion: API_VERSION, kind: "PriorityLevelConfiguration", metadata: metadataOf(name), spec, status: {} } as KubeObject;
};

interface Schema {
  readonly name: string;
  readonly level: string;
  readonly precedence: number;
  readonly method: string;
  readonly rules: readonly object[];
}

const schema = (now: string, { name, level: priority, precedence, method, rules }: Schema): KubeObject =>
  ({
    apiVersion: API_VERSION,
    kind: "FlowSchema",
    metadata: metadataOf(name),
    spec: {
      ...(method !== "" && { distinguisherMethod: { type: method } }),
      matchingPrecedence: precedence,
      priorityLevelConfiguration: { name: priority },
      rules,
    },
    status: {
      conditions: [
        {
          type: "Dangling",
          status: "False",
          lastTransitionTime: now,
          reason: "Found",
          message: `This FlowSchema references the PriorityLevelConfiguration object named "${priority}" and it exists`,
        },
      ],
    },
  }) as KubeObject;

const metadataOf = (name: string): KubeObject["metadata"] => ({ name, annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } });

const group = (name: string): object => ({ group: { name }, kind: "Group" });
const user = (name: string): object => ({ kind: "User", user: { name } });
const ALL_OF_SYSTEM = { kind: "ServiceAccount", serviceAccount: { name: "*", namespace: "kube-system" } };
const EVERYBODY = [group("system:unauthenticated"), group("system:authenticated")];

const resources = (apiGroup: string, names: readonly string[], verbs: readonly string[], isClusterWide: boolean): object => ({
  verbs,
  apiGroups: [apiGroup],
  resources: names,
  ...(isClusterWide && { clusterScope: true }),
  namespaces: ["*"],
});

const all = (...subjects: readonly object[]): readonly object[] => [
  { subjects, resourceRules: [resources("*", ["*"], ["*"], true)], nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }] },
];

const LEASES = "coordination.k8s.io";
const LEADERS = [user("system:kube-controller-manager"), user("system:kube-scheduler"), ALL_OF_SYSTEM];

/** Name, priority level, precedence, what tells flows apart, rules. */
const SCHEMAS: readonly (readonly [string, string, number, string, readonly object[]])[] = [
  ["exempt", "exempt", 1, "", all(group("system:masters"))],
  [
    "probes",
    "exempt",
    2,
    "",
    [{ subjects: EVERYBODY, nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }] }],
  ],
  [
    "system-leader-election",
    "leader-election",
    100,
    "ByUser",
    [{ subjects: LEADERS, resourceRules: [resources(LEASES, ["leases"], ["get", "create", "update"], false)] }],
  ],
  [
    "system-node-high",
    "node-high",
    400,
    "ByUser",
    [
      {
        subjects: [group("system:nodes")],
        resourceRules: [resources("", ["nodes", "nodes/status"], ["*"], true), resources(LEASES, ["leases"], ["*"], false)],
      },
    ],
  ],
  ["system-nodes", "system", 500, "ByUser", all(group("system:nodes"))],
  ["kube-controller-manager", "workload-high", 800, "ByNamespace", all(user("system:kube-controller-manager"))],
  ["kube-scheduler", "workload-high", 800, "ByNamespace", all(user("system:kube-scheduler"))],
  ["kube-system-service-accounts", "workload-high", 900, "ByNamespace", all(ALL_OF_SYSTEM)],
  ["service-accounts", "workload-low", 9000, "ByUser", all(group("system:serviceaccounts"))],
  ["global-default", "global-default", 9900, "ByUser", all(...EVERYBODY)],
  ["catch-all", "catch-all", 10_000, "ByUser", all(...EVERYBODY)],
];
