import { definedGroups } from "#kube/confinement/namespace-rules.ts";
import { POD_SECURITY_LABELS } from "#kube/confinement/pod-security-labels.ts";
import { accountsWithRights, buildSlotPolicy } from "#kube/confinement/slot-policy.ts";
import { type NodeWatch, watchNodes } from "../../kubernetes/node-watch.ts";
import { createPoolTelemetry, type TelemetryEndpoints } from "../../telemetry/pool-telemetry.ts";
import { isInScope } from "./agent-scope.ts";
import { assertConfines } from "./confinement/assert-confines.ts";
import { putPolicy, removePolicy } from "./confinement/put-policy.ts";
import { createSlot } from "./create-slot.ts";
import { findCapabilities } from "./experiments/find-capabilities.ts";
import type { OpenSite } from "./open-pool-on.ts";
import { openPoolCluster } from "./pool-cluster.ts";
import { ensurePoolNamespace, removePoolNamespace } from "./pool-namespace.ts";
import { createRegistry } from "./registry.ts";
import { removeSlot } from "./remove-slot.ts";
import type { SlotCluster } from "./slot-host.ts";
import { createSlotName } from "./slot-name.ts";
import { type AgentAccount, accountIn, buildSlotObjects } from "./slot-objects.ts";

/** Cluster and namespace of a pool. */
export interface NamespaceSiteOptions {
  readonly kubeconfigPath: string;
  /** Namespace of registry, accounts and probes. */
  readonly home: string;
  /** Folder for the results of experiments. */
  readonly stateDirectory: string;
  readonly endpoints?: TelemetryEndpoints;
}

/** Opens a site whose slots are namespaces of one cluster; the agents' accounts are in a namespace that no agent can read. */
export const openNamespaceSite =
  ({ kubeconfigPath, home, stateDirectory, endpoints }: NamespaceSiteOptions): OpenSite =>
  (owner, { readyTimeoutMs, removeTimeoutMs }) => {
    const opened = openPoolCluster(kubeconfigPath, home);
    const cluster: SlotCluster = { ...opened, telemetry: createPoolTelemetry(opened.context, endpoints) };
    const { admin } = cluster;
    let nodes: NodeWatch | undefined;
    const registry = createRegistry(admin, home, owner);
    const accountOf = (id: string): AgentAccount => accountIn(home, id);
    let capabilities: readonly string[] = [];
    return {
      registry,
      prepare: async (isDestroying) => {
        await ensurePoolNamespace(admin, home);
        if (isDestroying) return;
        await assertConfines(admin);
        capabilities = await findCapabilities(admin, home, stateDirectory);
      },
      dismantle: async () => {
        if ((await registry.read()).slots.length === 0) await removePoolNamespace(admin, home);
      },
      host: {
        name: "namespaces",
        extent: "namespace",
        isScarce: false,
        capabilities: () => capabilities,
        createName: createSlotName,
        clusterOf: async () => cluster,
        accountOf,
        make: async (id, app) => {
          const manifests = app.manifestsFor(id);
          await putPolicy(admin, buildSlotPolicy(id, accountsWithRights(manifests)));
          const needs = { workloads: app.record.components.length, groups: definedGroups(manifests) };
          const objects = buildSlotObjects(id, needs, accountOf(id));
          return await createSlot(cluster, app, {
            namespace: id,
            labels: POD_SECURITY_LABELS,
            extent: "namespace",
            objects,
            readyTimeoutMs,
          });
        },
        remove: async (id) => {
          const isGone = await removeSlot(admin, { namespace: id, timeoutMs: removeTimeoutMs });
          if (isGone) await removePolicy(admin, id);
          return isGone;
        },
        isInScope,
        guardNodes: (view) => {
          nodes ??= watchNodes(admin);
          return nodes.guard(view);
        },
        close: async () => {
          nodes?.close();
          cluster.telemetry.close();
          await admin.close();
        },
      },
    };
  };
