import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DrillError } from "#core/drill-error.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import { hasSettled } from "#kube/checks/settled.ts";
import { isNodeReady } from "#kube/listings/list-nodes.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { PLATFORM_ONCALL } from "#sim/bootstrap/team-access.ts";
import { createKubernetesPort, disturbOnly } from "../../kubernetes/create-kubernetes-port.ts";
import { realClock } from "../../kubernetes/real-clock.ts";
import { createWriteLimits } from "../../kubernetes/write-limits.ts";
import { createPoolTelemetry } from "../../telemetry/pool-telemetry.ts";
import { createSlot } from "../namespaces/create-slot.ts";
import type { OpenSite } from "../namespaces/open-pool-on.ts";
import type { SlotCluster, SlotHost } from "../namespaces/slot-host.ts";
import type { AgentAccount } from "../namespaces/slot-objects.ts";
import { findAbilities, openAbilities } from "./abilities.ts";
import { createClusterName } from "./cluster-name.ts";
import { createClusterRegistry } from "./cluster-registry.ts";
import { createCluster, deleteCluster, type KindSettings, listClusters, listNodes, readContext } from "./kind-program.ts";
import { createNodeProber } from "./node-probe.ts";
import { assertUsable } from "./preflight.ts";
import { runOnNode } from "./run-on-node.ts";

/** Opens a site whose slots are kind clusters of their own, on this machine's Docker. */
export const openKindSite =
  (kind: KindSettings, stateDirectory: string): OpenSite =>
  (owner, { readyTimeoutMs }) => {
    const clusters = new Map<string, Promise<SlotCluster>>();
    const clusterOf: SlotHost["clusterOf"] = (id) => {
      const known = clusters.get(id);
      if (known !== undefined) return known;
      const opened = openCluster(id);
      clusters.set(id, opened);
      opened.catch(() => clusters.delete(id));
      return opened;
    };
    const closeCluster = async (id: string): Promise<void> => {
      const cluster = await clusters.get(id)?.catch(() => undefined);
      clusters.delete(id);
      cluster?.telemetry.close();
      await cluster?.admin.close();
    };
    const abilities = openAbilities(stateDirectory);
    const kubeconfigs = join(stateDirectory, "kubeconfigs");
    return {
      registry: createClusterRegistry(stateDirectory, owner),
      prepare: assertUsable,
      dismantle: async () => rmSync(kubeconfigs, { recursive: true, force: true }),
      host: {
        name: "kind",
        extent: "cluster",
        isScarce: true,
        capabilities: () => abilities.read() ?? [],
        createName: (prefix) => createClusterName(prefix, owner),
        clusterOf,
        accountOf: () => ACCOUNT,
        make: async (id, app) => {
          mkdirSync(kubeconfigs, { recursive: true, mode: 0o700 });
          await createCluster(id, kind, join(kubeconfigs, id));
          const cluster = await clusterOf(id);
          if (!(await cluster.admin.clock.until(() => hasSettled(cluster.admin, undefined), { timeoutMs: readyTimeoutMs })))
            throw new DrillError("BACKEND_DOWN", `what belongs to the cluster ${id} itself does not get ready`);
          abilities.keep(await findAbilities(id, cluster.admin));
          const { namespace } = app.record;
          const made = await createSlot(cluster, app, { namespace, extent: "cluster", objects: [ONCALL_RIGHTS], readyTimeoutMs });
          await assertServes(cluster.admin, app.record, namespace);
          return made;
        },
        revive: async (id) => {
          for (const node of await listNodes(id)) await runOnNode({ node, command: "systemctl start kubelet" });
          const { admin } = await clusterOf(id);
          const isReady = async () => (await listObjects<Node>(admin, { resource: "nodes" })).every(isNodeReady);
          await admin.clock.until(isReady, { timeoutMs: readyTimeoutMs });
        },
        remove: async (id) => {
          await closeCluster(id);
          await deleteCluster(id, join(kubeconfigs, id));
          return !(await listClusters()).includes(id);
        },
        isInScope: () => true,
        close: async () => {
          for (const id of clusters.keys()) await closeCluster(id);
        },
      },
    };
  };

/**
 * Fails unless all operations of the app answer in time: pods without probes count as ready even if the cluster's
 * network does not work.
 */
const assertServes = async (admin: ClusterPort, app: AppRecord, namespace: string): Promise<void> => {
  let evidence = "";
  const serves = async (): Promise<boolean> => {
    for (const operation of app.operations) {
      const finding = await judgeOperation(admin, { app, namespace }, operation);
      evidence = finding.evidence;
      if (!finding.held) return false;
    }
    return true;
  };
  if (!(await admin.clock.until(serves, { timeoutMs: SERVES_TIMEOUT_MS })))
    throw new DrillError("BACKEND_DOWN", `the app in a new cluster is ready but serves nobody: ${evidence}`);
};

const SERVES_TIMEOUT_MS = 120_000;

/** Account of the agent, an on-call member of the platform team; it exists while the slot is leased. */
const ACCOUNT: AgentAccount = { namespace: "kube-system", name: "oncall" };

const RBAC = "rbac.authorization.k8s.io";

const ONCALL_RIGHTS = {
  apiVersion: `${RBAC}/v1`,
  kind: "ClusterRoleBinding",
  metadata: { name: PLATFORM_ONCALL },
  subjects: [{ kind: "ServiceAccount", ...ACCOUNT }],
  roleRef: { apiGroup: RBAC, kind: "ClusterRole", name: "cluster-admin" },
} as KubeObject;

const openCluster = async (id: string): Promise<SlotCluster> => {
  const context = await readContext(id);
  const limits = createWriteLimits(realClock, {});
  const port = createKubernetesPort({ context, limits });
  const [node] = await listNodes(id);
  if (node === undefined) throw new DrillError("BACKEND_DOWN", `the cluster ${id} has no node`);
  const nameServer =
    (await getObject<Service>(port, { resource: "services", namespace: "kube-system", name: "kube-dns" }))?.spec.clusterIP ?? "10.96.0.10";
  const prober = createNodeProber(nameServer);
  const admin = {
    ...port,
    close: async () => {
      prober.close();
      await port.close();
    },
    runOnNode,
    // Only who a policy may tell from others has to call from a pod.
    probe: (request: Parameters<ClusterPort["probe"]>[0]) =>
      request.from.labels === undefined ? prober.probe(request.from.node ?? node, request) : port.probe(request),
    disturb: disturbOnly({
      kubelet: async (target: string, state: "running" | "stopped") => {
        const command = `systemctl ${state === "running" ? "start" : "stop"} kubelet`;
        const { exitCode, stderr, error } = await runOnNode({ node: target, command });
        if (exitCode !== 0) throw new DrillError("BACKEND_DOWN", `${command} on ${target}: ${error ?? stderr}`);
      },
    }),
  };
  return { admin, context, limits, telemetry: createPoolTelemetry(context), runOnNode };
};
