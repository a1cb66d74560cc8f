import type { Rng } from "#core/rng.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** An agent that does harm within its rights. */
export interface Vandal {
  readonly agent: ClusterPort;
  readonly namespace: string;
  readonly rng: Rng;
}

/** Performs some of the actions, drawn from the seed. Refusals are expected. @returns their names, in order */
export const playHostile = async (vandal: Vandal, actions: number): Promise<readonly string[]> => {
  const names = Object.keys(HOSTILE_ACTIONS);
  const done: string[] = [];
  for (let i = 0; i < actions; i++) {
    const name = vandal.rng.pick(names);
    done.push(name);
    await HOSTILE_ACTIONS[name]?.({ ...vandal, rng: vandal.rng.stream(`${i} ${name}`) });
  }
  return done;
};

/** Destructive actions that the rights of a namespace allow. */
export const HOSTILE_ACTIONS: Readonly<Record<string, (vandal: Vandal) => Promise<unknown>>> = {
  "deletes something": async (vandal) => {
    const resource = vandal.rng.pick(TARGETS);
    await remove(vandal, resource, await pickName(vandal, resource));
  },
  "deletes all of a kind": ({ agent, namespace, rng }) =>
    agent.write({ method: "DELETE", path: apiPath({ resource: rng.pick(TARGETS), namespace }) }),
  "scales at random": async (vandal) =>
    patch(vandal, "deployments.apps", await pickName(vandal, "deployments.apps"), { spec: { replicas: vandal.rng.int(0, 4) } }),
  "puts a finalizer on something and deletes it": async (vandal) => {
    const resource = vandal.rng.pick(TARGETS);
    const name = await pickName(vandal, resource);
    await patch(vandal, resource, name, { metadata: { finalizers: ["example.org/hold", "kubernetes.io/pvc-protection"] } });
    await remove(vandal, resource, name);
  },
  "writes huge ConfigMaps": async (vandal) => {
    for (const i of [1, 2])
      await create(vandal, "configmaps", { ...named(vandal, "ConfigMap", `huge-${i}`), data: { page: "x".repeat(900 * 1024) } });
  },
  "writes some hundreds of objects": (vandal) =>
    Promise.all(
      Array.from({ length: 150 }, (_, i) => {
        const finalizers = i % 5 === 0 ? ["example.org/hold"] : [];
        return create(
          vandal,
          i % 2 === 0 ? "configmaps" : "secrets",
          named(vandal, i % 2 === 0 ? "ConfigMap" : "Secret", `many-${i}`, { finalizers }),
        );
      }),
    ),
  "starts pods that will not end": async (vandal) => {
    for (let i = 0; i < 3; i++) await create(vandal, "pods", { ...named(vandal, "Pod", `stay-${i}`), spec: LINGERING });
    for (let i = 0; i < 3; i++) await remove(vandal, "pods", `stay-${i}`);
  },
  "makes a deployment's pods linger": async (vandal) => {
    const name = await pickName(vandal, "deployments.apps");
    const { containers, ...rest } = LINGERING;
    await patch(
      vandal,
      "deployments.apps",
      name,
      { spec: { template: { spec: { ...rest, containers: [{ ...containers[0], name }] } } } },
      "strategic",
    );
    await remove(vandal, "pods", await pickName(vandal, "pods"));
  },
  "lets pods die later": async (vandal) => patch(vandal, "pods", await pickName(vandal, "pods"), { spec: { activeDeadlineSeconds: 900 } }),
  "kills, fills and empties containers": async (vandal) => {
    const pod = await pickName(vandal, "pods");
    const script = vandal.rng.pick([
      "kill 1",
      "kill -9 -1",
      "dd if=/dev/zero of=/tmp/full bs=1M count=8",
      "rm -rf /tmp /www",
      "sleep 900 & echo",
    ]);
    await vandal.agent.exec({ namespace: vandal.namespace, pod, command: ["sh", "-c", script], timeoutMs: 5_000 }).catch(() => undefined);
  },
  "claims owners": async (vandal) => {
    const name = await pickName(vandal, "deployments.apps");
    const { body } = await vandal.agent.read({ path: apiPath({ resource: "deployments.apps", namespace: vandal.namespace, name }) });
    const { uid } = (body as KubeObject).metadata ?? {};
    const ownerReferences = [{ apiVersion: "apps/v1", kind: "Deployment", name, uid, controller: true, blockOwnerDeletion: true }];
    await create(vandal, "configmaps", named(vandal, "ConfigMap", "owned", { ownerReferences }));
    await create(vandal, "pods", { ...named(vandal, "Pod", "owned", { ownerReferences }), spec: LINGERING });
    await patch(vandal, "services", await pickName(vandal, "services"), { metadata: { ownerReferences } });
    await patch(vandal, "configmaps", await pickName(vandal, "configmaps"), { metadata: { ownerReferences } });
  },
  "forbids disruption": (vandal) =>
    create(vandal, "poddisruptionbudgets.policy", {
      ...named(vandal, "PodDisruptionBudget", "never"),
      apiVersion: "policy/v1",
      spec: { maxUnavailable: 0, selector: {} },
    }),
  "steals traffic": async (vandal) => {
    const ports = [{ name: "http", port: 80, targetPort: 1 }];
    await create(vandal, "services", { ...named(vandal, "Service", "thief"), spec: { selector: {}, ports } });
    await create(vandal, "endpointslices.discovery.k8s.io", {
      ...named(vandal, "EndpointSlice", "thief", { labels: { "kubernetes.io/service-name": await pickName(vandal, "services") } }),
      apiVersion: "discovery.k8s.io/v1",
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.254.0.1"], conditions: { ready: true } }],
      ports: [{ name: "http", port: 80, protocol: "TCP" }],
    });
    await create(vandal, "endpoints", named(vandal, "Endpoints", "thief-of-nobody"));
    await patch(vandal, "services", await pickName(vandal, "services"), { spec: { selector: { app: "nobody" } } });
  },
  "uses up the quota": async (vandal) => {
    const spec = { hard: { pods: "1", configmaps: "1", services: "1" } };
    await create(vandal, "resourcequotas", { ...named(vandal, "ResourceQuota", "tight"), spec });
    const limits = [{ type: "Container", max: { memory: "4Mi" } }];
    await create(vandal, "limitranges", { ...named(vandal, "LimitRange", "tight"), spec: { limits } });
  },
  "cuts the network": (vandal) =>
    create(vandal, "networkpolicies.networking.k8s.io", {
      ...named(vandal, "NetworkPolicy", "silence"),
      apiVersion: "networking.k8s.io/v1",
      spec: { podSelector: {}, policyTypes: ["Ingress", "Egress"] },
    }),
  "leaves notes in odd places": async (vandal) => {
    await create(vandal, "leases.coordination.k8s.io", {
      ...named(vandal, "Lease", "note"),
      apiVersion: "coordination.k8s.io/v1",
      spec: {},
    });
    await patch(vandal, "namespaces", undefined, { metadata: { labels: { note: "read me" }, annotations: { note: "me too" } } });
    await patch(vandal, "serviceaccounts", "default", { metadata: { annotations: { note: "x" } }, automountServiceAccountToken: false });
  },
  "gives its rights away": async (vandal) => {
    const subjects = [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:authenticated" }];
    const binding = { ...named(vandal, "RoleBinding", "everybody"), apiVersion: "rbac.authorization.k8s.io/v1", subjects };
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
    await create(vandal, "rolebindings.rbac.authorization.k8s.io", { ...binding, roleRef });
  },
  "deletes the namespace, held by a finalizer": async (vandal) => {
    if (!vandal.rng.chance({ numerator: 1, denominator: 3 })) return;
    await patch(vandal, "namespaces", undefined, { metadata: { finalizers: ["example.org/hold"] } });
    await vandal.agent.write({ method: "DELETE", path: apiPath({ resource: "namespaces", name: vandal.namespace }) });
  },
};

const TARGETS = [
  "deployments.apps",
  "replicasets.apps",
  "pods",
  "services",
  "configmaps",
  "secrets",
  "serviceaccounts",
  "endpoints",
  "endpointslices.discovery.k8s.io",
  "roles.rbac.authorization.k8s.io",
  "rolebindings.rbac.authorization.k8s.io",
  "resourcequotas",
] as const;

/** A program that does not care for signals, and a hook that takes its time. */
const LINGERING = {
  terminationGracePeriodSeconds: 900,
  containers: [
    {
      name: "stay",
      image: "busybox:1.36",
      imagePullPolicy: "IfNotPresent",
      command: ["sh", "-c", "trap '' TERM; while true; do sleep 1; done"],
      resources: { requests: { cpu: "1m", memory: "4Mi" }, limits: { memory: "16Mi" } },
      lifecycle: { preStop: { exec: { command: ["sleep", "600"] } } },
    },
  ],
} as const;

const named = ({ namespace }: Vandal, kind: string, name: string, metadata: object = {}): KubeObject => ({
  apiVersion: "v1",
  kind,
  metadata: { name, namespace, ...metadata },
});

const pickName = async ({ agent, namespace, rng }: Vandal, resource: string): Promise<string> => {
  const { body } = await agent.read({ path: apiPath({ resource, namespace }) });
  const names = ((body as { readonly items?: readonly KubeObject[] }).items ?? []).map(({ metadata }) => metadata.name);
  return names.length === 0 ? "nothing" : rng.stream(resource).pick(names.toSorted());
};

const create = ({ agent, namespace }: Vandal, resource: string, body: object) =>
  agent.write({ method: "POST", path: apiPath({ resource, namespace }), body });

const remove = ({ agent, namespace }: Vandal, resource: string, name: string) =>
  agent.write({ method: "DELETE", path: apiPath({ resource, namespace, name }) });

const patch = (
  { agent, namespace }: Vandal,
  resource: string,
  name: string | undefined,
  body: object,
  patchType: "merge" | "strategic" = "merge",
) =>
  agent.write({
    method: "PATCH",
    path: apiPath(resource === "namespaces" ? { resource, name: namespace } : { resource, namespace, name }),
    patchType,
    body,
  });
