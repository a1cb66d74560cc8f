import { bodyOf } from "#kube/ports/api-error.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { checkConfinement } from "./confinement/check-confinement.ts";
import { type InspectOptions, inspectPool, type PoolStatus } from "./inspect-pool.ts";
import { openPoolCluster } from "./pool-cluster.ts";

/** Result of checking one requirement of a pool. */
export interface PoolCheck {
  readonly name: string;
  /** `lacking`: the pool works with fewer capabilities; `unusable`: it gives out no slots until this is fixed. */
  readonly state: "good" | "lacking" | "unusable";
  /** Finding, with advice. */
  readonly says: string;
}

/** Checks a cluster and the pool in it, one thing after the other; changes nothing that stays. */
export async function* diagnosePool(options: InspectOptions, podsPerSlot: number): AsyncGenerator<PoolCheck> {
  const cluster = openPoolCluster(options.kubeconfigPath, options.home);
  const { admin } = cluster;
  try {
    const api = await checkApi(admin);
    yield api;
    if (api.state === "unusable") return;
    yield await checkRights(admin);
    const status = await inspectPool(options);
    yield* checkConfinement(cluster, options.home, placesOf(status));
    yield await checkRoom(admin, podsPerSlot, status);
    yield* checkCapabilities(status, CAPABILITIES);
    yield* checkStatus(status);
  } finally {
    await admin.close();
  }
}

/** Namespaces of slots in which an agent may be or come to be. */
const placesOf = ({ slots }: PoolStatus): readonly string[] =>
  slots.filter(({ state }) => state === "ready" || state === "leased" || state === "returning").map(({ id }) => id);

const checkApi = async (admin: ClusterPort): Promise<PoolCheck> => {
  try {
    const { gitVersion } = bodyOf<{ readonly gitVersion: string }>(await admin.read({ path: "/version" }), "read the version");
    return { name: "API server", state: "good", says: `answers, Kubernetes ${gitVersion}` };
  } catch (cause) {
    return { name: "API server", state: "unusable", says: cause instanceof Error ? cause.message : `${cause}` };
  }
};

/** Permissions that a pool's administrator needs, as `verb resource.group`. */
const PERMISSIONS = [
  ["create", "", "namespaces"],
  ["delete", "", "namespaces"],
  ["create", "rbac.authorization.k8s.io", "roles"],
  ["escalate", "rbac.authorization.k8s.io", "roles"],
  ["create", "rbac.authorization.k8s.io", "clusterroles"],
  ["create", "", "resourcequotas"],
  ["create", "", "serviceaccounts/token"],
  ["create", "admissionregistration.k8s.io", "validatingadmissionpolicies"],
  ["create", "", "pods/exec"],
  ["patch", "apps", "deployments"],
  ["watch", "", "nodes"],
  ["list", "coordination.k8s.io", "leases"],
] as const;

const checkRights = async (admin: ClusterPort): Promise<PoolCheck> => {
  const missing: string[] = [];
  for (const [verb, group, text] of PERMISSIONS) {
    const [resource = "", subresource] = text.split("/");
    const resourceAttributes = { verb, group, resource, ...(subresource !== undefined && { subresource }) };
    const body = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } };
    const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    const review = bodyOf<{ readonly status: { readonly allowed: boolean } }>(
      await admin.write({ method: "POST", path, body }),
      "review access",
    );
    if (!review.status.allowed) missing.push(`${verb} ${text}${group === "" ? "" : `.${group}`}`);
  }
  return missing.length === 0
    ? { name: "rights", state: "good", says: "all that provisioning and rolling back take" }
    : { name: "rights", state: "unusable", says: `missing: ${missing.join(", ")}; use the kubeconfig of a cluster administrator` };
};

const checkRoom = async (admin: ClusterPort, podsPerSlot: number, status: PoolStatus): Promise<PoolCheck> => {
  const nodes = await listObjects<NodeRoom>(admin, { resource: "nodes" });
  const capacity = nodes.reduce((sum, { status }) => sum + Number(status?.allocatable?.["pods"] ?? 0), 0);
  const used = (await listObjects<Pod>(admin, { resource: "pods" })).filter(
    ({ status }) => status?.phase !== "Succeeded" && status?.phase !== "Failed",
  ).length;
  const slots = Math.floor(Math.max(0, capacity - used) / podsPerSlot);
  // A full cluster is what a whole pool leaves behind.
  const isEnough = slots > 0 || status.slots.length > 0;
  return {
    name: "room",
    state: isEnough ? "good" : "unusable",
    says: `${nodes.length} nodes take ${capacity} pods, ${used} run; by their number alone ${slots} more slots of ${podsPerSlot} pods fit`,
  };
};

interface NodeRoom extends KubeObject {
  readonly status?: { readonly allocatable?: Readonly<Record<string, string>> };
}

/** Uses of each capability. */
const CAPABILITIES: Readonly<Record<string, string>> = {
  exec: "commands in containers",
  metrics: "kubectl top",
  "network-policy": "faults that are NetworkPolicies; without it they are not drawn",
  "node-metrics": "what containers use, in query_metrics; it takes the right to nodes/proxy",
  storage: "claims of stores; without it use values with `storage: ephemeral`",
};

/**
 * Checks the capabilities that experiments have found.
 * @param uses what each capability is needed for
 */
export const checkCapabilities = ({ capabilities }: PoolStatus, uses: Readonly<Record<string, string>>): readonly PoolCheck[] =>
  capabilities === undefined
    ? [{ name: "capabilities", state: "good", says: "not known yet: experiments are made when the first slots are provisioned" }]
    : Object.entries(uses).map(([name, use]) => {
        const isThere = capabilities.includes(name);
        return {
          name,
          state: isThere ? ("good" as const) : ("lacking" as const),
          says: `${isThere ? "works" : "does not work"} (by experiment): ${use}`,
        };
      });

/** Checks the slots for quarantined ones, and the cluster for slots without an owner. */
export const checkStatus = (status: PoolStatus): readonly PoolCheck[] => [checkSlots(status), checkOrphans(status)];

const checkSlots = ({ slots, differences }: PoolStatus): PoolCheck => {
  const bad = slots.filter(({ state }) => state === "quarantined");
  const why = bad.map(({ id, reason }) => `${id} (${differences[id]?.slice(0, 3).join("; ") || reason || "unknown"})`);
  return {
    name: "slots",
    state: bad.length === 0 ? "good" : bad.length < slots.length ? "lacking" : "unusable",
    says: bad.length === 0 ? `${slots.length}, none quarantined` : `${bad.length} of ${slots.length} quarantined: ${why.join(", ")}`,
  };
};

const checkOrphans = ({ slots, registry, owner }: PoolStatus): PoolCheck => {
  const known = new Set(slots.map(({ id }) => id));
  const orphans = registry.slots.filter((slot) => slot.owner === owner && !known.has(slot.namespace));
  const others = registry.slots.filter((slot) => slot.owner !== owner);
  return {
    name: "orphans",
    state: orphans.length === 0 ? "good" : "lacking",
    says: `${orphans.length} slots of this pool that its journal does not know${orphans.length === 0 ? "" : "; the next server or `pool provision` deletes them"}; ${others.length} belong to other pools`,
  };
};
