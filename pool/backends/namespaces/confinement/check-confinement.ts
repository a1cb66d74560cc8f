import { isCurrentPolicy } from "#kube/confinement/is-current-policy.ts";
import { POLICIES } from "#kube/confinement/slot-policy.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { createKubernetesPort } from "../../../kubernetes/create-kubernetes-port.ts";
import { userOf } from "../agent-access.ts";
import type { PoolCheck } from "../diagnose-pool.ts";
import type { PoolCluster } from "../pool-cluster.ts";
import { accountIn } from "../slot-objects.ts";
import { findOpenWays, type OpenWay } from "./find-open-ways.ts";
import { findOpenWaysOfPods } from "./trial-namespace.ts";

/**
 * Checks by server-side dry runs that agents cannot get out of their namespaces: in each slot as its agent, else in a namespace that is
 * created for it and deleted.
 * @param slots namespaces of the slots
 */
export async function* checkConfinement(cluster: PoolCluster, home: string, slots: readonly string[]): AsyncGenerator<PoolCheck> {
  const { admin } = cluster;
  const found: OpenWay[] = slots.length === 0 ? [...(await findOpenWaysOfPods(admin))] : [];
  for (const slot of slots)
    for (const way of await tryAsAgent(cluster, home, slot)) found.push({ ...way, answer: `${slot}: ${way.answer}` });
  yield judgeNeeded(found.filter(({ closedBy }) => closedBy === "level" || closedBy === "role"));
  const open = found.filter(({ closedBy }) => closedBy === "policy" || closedBy === "newer");
  if (slots.length > 0) yield judgePolicy(open, await slotsWithEarlierPolicy(admin, slots));
  yield await checkVolumes(admin);
}

const tryAsAgent = async ({ context, limits }: PoolCluster, home: string, slot: string): Promise<readonly OpenWay[]> => {
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${home}`, "system:authenticated"];
  const headers = { "Impersonate-User": userOf(accountIn(home, slot)), "Impersonate-Group": groups };
  const agent = createKubernetesPort({ context, limits, headers });
  try {
    return await findOpenWays(agent, slot, ["level", "role", "policy", "newer"]);
  } finally {
    await agent.close();
  }
};

const judgeNeeded = (open: readonly OpenWay[]): PoolCheck => {
  const untried = open.find(({ answer }) => answer.includes("cannot impersonate"));
  if (untried !== undefined)
    return { name: "confinement", state: "lacking", says: `not tried, which takes the right to act as the agents: ${untried.answer}` };
  return {
    name: "confinement",
    state: open.length === 0 ? "good" : "unusable",
    says:
      open.length === 0
        ? "pods that reach their node are refused, and so are changes of a slot's Namespace (by dry runs)"
        : `agents get out by ${describe(open)}; ${adviceOn(open)}`,
  };
};

const slotsWithEarlierPolicy = async (admin: ClusterPort, slots: readonly string[]): Promise<readonly string[]> => {
  const policies = await Promise.all(slots.map((name) => getObject(admin, { resource: POLICIES, name })));
  return slots.filter((_, i) => policies[i] !== undefined && !isCurrentPolicy(policies[i]));
};

const judgePolicy = (open: readonly OpenWay[], earlier: readonly string[]): PoolCheck => {
  const name = "admission policy";
  if (open.length > 0)
    return {
      name,
      state: "lacking",
      says: `pods may use ${describe(open)}; Kubernetes 1.34 refuses them, and slots made on it have the policy`,
    };
  if (earlier.length > 0)
    return {
      name,
      state: "lacking",
      says: `${earlier.join(", ")}: the policy is of an earlier version, which refuses less; run \`kubedrill pool destroy\` and provision again`,
    };
  return { name, state: "good", says: "pods neither choose their node nor get tokens (by dry runs)" };
};

/** Advice where Pod Security does not refuse, or where a slot is of an earlier version or was changed. */
const adviceOn = (open: readonly OpenWay[]): string =>
  open.some(({ closedBy }) => closedBy === "role")
    ? "run `kubedrill pool destroy` and provision again, and see which other bindings name the group system:serviceaccounts or all users"
    : "enable the API server's admission plug-in PodSecurity, with no exemptions for these namespaces, or use the backend kind";

const SHOWN = 3;

const describe = (open: readonly OpenWay[]): string => {
  const titles = [...new Set(open.map(({ title }) => title))];
  const more = titles.length > SHOWN ? ` and ${titles.length - SHOWN} more ways` : "";
  return `${titles.slice(0, SHOWN).join(", ")}${more} (${open[0]?.answer})`;
};

/** Looks for volumes of a node that any claim may be bound to. */
const checkVolumes = async (admin: ClusterPort): Promise<PoolCheck> => {
  const free = (await listObjects<Volume>(admin, { resource: "persistentvolumes" })).filter(
    ({ spec, status }) => (spec.hostPath !== undefined || spec.local !== undefined) && status?.phase === "Available",
  );
  return {
    name: "volumes of nodes",
    state: free.length === 0 ? "good" : "lacking",
    says:
      free.length === 0
        ? "no PersistentVolume with a node's folder waits for a claim"
        : `${free.length} PersistentVolumes with a node's folder wait for a claim, which an agent can write: ${free
            .slice(0, SHOWN)
            .map(({ metadata }) => metadata.name)
            .join(", ")}; set their claimRef`,
  };
};

interface Volume extends KubeObject {
  readonly spec: { readonly hostPath?: unknown; readonly local?: unknown };
  readonly status?: { readonly phase?: string };
}
