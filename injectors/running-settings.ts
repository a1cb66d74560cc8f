import type { Baseline } from "#kube/app/baseline.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding, Trial } from "#kube/checks/oracle.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import type { RetrySettings } from "./retry-settings.ts";

/** Settings of calls as `RetrySettings` has them, but for their values. */
type SettingsInPods = Omit<RetrySettings, "timeout" | "retries"> & {
  /** Limit that no pod may have; missing: any may be. */
  readonly cpu?: string;
};

/** Creates the trial that running pods have what is written: they read their settings, and got their limits, when they started. */
export const settingsInRunningPods = (baseline: Baseline, settings: SettingsInPods): Trial => ({
  name: "settings-in-running-pods",
  group: "defect-gone",
  weight: 1,
  run: (cluster) => judgeRunningPods(cluster, baseline, settings),
});

const judgeRunningPods = async (
  cluster: ClusterPort,
  { namespace }: Baseline,
  { target, consumers, retriesKey, timeoutKey, cpu }: SettingsInPods,
): Promise<Finding> => {
  const map = await getObject<ConfigMap>(cluster, { resource: "configmaps", namespace, name: nameOf(target) });
  for (const consumer of consumers) {
    const workload = await readWorkload(cluster, namespace, consumer);
    for (const { metadata, spec } of (workload === undefined ? [] : await podsOf(cluster, workload)).filter(isPodReady)) {
      const [container] = spec.containers;
      if (cpu !== undefined && container?.resources?.limits?.["cpu"] === cpu)
        return { held: false, evidence: `${metadata.name} still has a limit of ${cpu}` };
      for (const key of [retriesKey, timeoutKey]) {
        const command = ["printenv", key];
        const { stdout } = await cluster.exec({ namespace, pod: metadata.name, container: container?.name ?? "", command });
        const [seen, wanted] = [stdout.trimEnd(), map?.data?.[key]];
        if (seen !== wanted) return { held: false, evidence: `${metadata.name} has ${seen || "nothing"} for ${key}, and not ${wanted}` };
      }
    }
  }
  return { held: true, evidence: `the pods of ${consumers.length} workloads have what is written` };
};
