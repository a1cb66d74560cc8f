import { encodeBase64 } from "#core/base64.ts";
import type { Rng } from "#core/rng.ts";
import type { AppComponent } from "#kube/app/app.ts";
import { policyNamesFor } from "#kube/objects/policy-names.ts";
import type { LimitRange, PodDisruptionBudget, ResourceQuota } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import type { Secret } from "#kube/types/storage.ts";
import type { Deployment } from "#kube/types/workloads.ts";

/** What the objects around an app are drawn from. */
export interface Estate {
  readonly namespace: string;
  readonly components: readonly AppComponent[];
  readonly deployments: readonly Deployment[];
}

/** An object that somebody put beside the app, with its resource. */
export interface Belonging {
  readonly resource: string;
  readonly object: KubeObject;
}

/** Draws the objects that belong to an app besides its chart's: harmless where they are, and damage to remove. */
export const drawBelongings = (estate: Estate, rng: Rng): readonly Belonging[] => [
  ...drawPolicies(estate, rng.stream("policies")),
  ...drawBudgets(estate, rng.stream("budgets")),
  ...drawLimits(estate, rng.stream("limits")),
  ...drawSecrets(estate, rng.stream("secrets")),
];

/**
 * Policies that hold egress to the namespace and to DNS, which no component leaves.
 *
 * None selects callers of an app's component: policies add up, and one that admits them would undo any that does not.
 */
const drawPolicies = ({ namespace, deployments }: Estate, rng: Rng): readonly Belonging[] =>
  rng
    .shuffle(deployments)
    .slice(0, rng.int(2, 5))
    .map(({ metadata: { name }, spec }): Belonging => {
      const policy: NetworkPolicy = {
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        metadata: { name: rng.pick(policyNamesFor(name)), namespace },
        spec: { podSelector: spec.selector, policyTypes: ["Egress"], egress: [{ to: [{ podSelector: {} }] }, NAME_RESOLUTION] },
      };
      return { resource: "networkpolicies.networking.k8s.io", object: policy };
    });

const NAME_RESOLUTION = {
  to: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "kube-system" } } }],
  ports: [
    { protocol: "UDP", port: 53 },
    { protocol: "TCP", port: 53 },
  ],
};

const drawBudgets = ({ namespace, deployments }: Estate, rng: Rng): readonly Belonging[] =>
  rng
    .shuffle(deployments)
    .slice(0, rng.int(2, 6))
    .map(({ metadata: { name }, spec: { selector } }): Belonging => {
      const budget: PodDisruptionBudget = {
        apiVersion: "policy/v1",
        kind: "PodDisruptionBudget",
        metadata: { name: `${name}${rng.pick(["", "-pdb"])}`, namespace },
        spec: { maxUnavailable: 1, selector },
      };
      return { resource: "poddisruptionbudgets.policy", object: budget };
    });

/** Generous bounds: half as much again as the app has. */
const drawLimits = ({ namespace, deployments }: Estate, rng: Rng): readonly Belonging[] => {
  const many = `${deployments.length * rng.int(4, 8)}`;
  const quota: ResourceQuota = {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: rng.pick(["object-counts", "team-quota", "default-quota"]), namespace },
    spec: { hard: { secrets: many, configmaps: many, "services.loadbalancers": `${rng.int(0, 2)}` } },
  };
  const range: LimitRange = {
    apiVersion: "v1",
    kind: "LimitRange",
    metadata: { name: rng.pick(["storage-limits", "claim-sizes"]), namespace },
    spec: { limits: [{ type: "PersistentVolumeClaim", max: { storage: rng.pick(["50Gi", "100Gi"]) } }] },
  };
  return [
    { resource: "resourcequotas", object: quota },
    { resource: "limitranges", object: range },
  ];
};

const drawSecrets = ({ namespace, components }: Estate, rng: Rng): readonly Belonging[] => {
  const entry = components.find(({ role }) => role === "frontend")?.name ?? namespace;
  const stores = components.filter(({ role }) => role === "store").map(({ name }) => name);
  const names = ["registry-credentials", `${entry}-session-key`, ...rng.shuffle(stores).map((name) => `${name}-backup`)];
  return names.slice(0, rng.int(2, 4)).map((name): Belonging => {
    const secret: Secret = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name, namespace },
      type: "Opaque",
      data: { key: secretValue(rng), ...(rng.int(0, 1) === 0 && { "previous-key": secretValue(rng) }) },
    };
    return { resource: "secrets", object: secret };
  });
};

/** A random value in base 64. */
export const secretValue = (rng: Rng): string => encodeBase64(Uint8Array.from({ length: 24 }, () => rng.int(0, 255)));
