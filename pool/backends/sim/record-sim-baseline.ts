import type { AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { listObjects } from "#sim/apiserver/store/store.ts";
import type { World } from "#sim/kernel/world.ts";
import { storeChecksums } from "#sim/stores/mongo/server/mongo-data.ts";
import { queryTelemetry } from "#sim/telemetry/query-telemetry.ts";
import { CLUSTER_RESOURCES, TRACKED_RESOURCES } from "../../baseline/tracked-resources.ts";

/** Records a simulated baseline by reference: nothing is copied, so an unchanged object is identical to the recorded one. */
export const recordSimBaseline = (world: World, app: AppRecord): Baseline => ({
  app,
  namespace: app.namespace,
  extent: "cluster",
  takenAtMs: world.nowMs(),
  objects: Object.fromEntries(
    ["namespaces", ...CLUSTER_RESOURCES, ...TRACKED_RESOURCES].map((resource) => [resource, listObjects(world, resource)]),
  ),
  alerts: firingAlerts(world),
  stores: storeChecksums(world, app.namespace),
});

const firingAlerts = (world: World): readonly string[] => {
  const { body } = queryTelemetry(world, { api: "prometheus", path: "/api/v1/alerts", params: {} });
  const alerts =
    (
      body as {
        readonly data?: { readonly alerts?: readonly { readonly state: string; readonly labels: Readonly<Record<string, string>> }[] };
      }
    ).data?.alerts ?? [];
  return alerts
    .filter(({ state }) => state === "firing")
    .map(({ labels }) => JSON.stringify(labels))
    .sort();
};
