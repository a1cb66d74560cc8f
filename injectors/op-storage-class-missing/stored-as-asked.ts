import type { Baseline } from "#kube/app/baseline.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding, Oracle } from "#kube/checks/oracle.ts";
import { judgeWorkload, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { MEMBERS } from "#kube/types/tidb-cluster.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { formerSettings, judgeCluster, readCluster, setOf } from "../operator-spec.ts";
import { storageClassNames } from "../storage-classes.ts";
import { CLAIMS, claimPrefix } from "./claims.ts";
import type { Params } from "./injector.ts";

/** Conditions that a component gets volumes: by what its custom resource says, by what its set makes, and by the claims that are there. */
export const storedAsAsked = (params: Params, baseline: Baseline): Oracle => ({
  checks: [
    writtenDefectGone("class-exists", async (view) => {
      const present = await storageClassNames(view);
      return await judgeCluster(view, baseline, params.target, ({ spec }) => {
        const asked = MEMBERS.flatMap((member) => spec[member]?.storageClassName ?? []);
        const missing = asked.find((name) => !present.includes(name));
        return { held: missing === undefined, evidence: `${params.target} asks for ${missing ?? "no class"} that is not there` };
      });
    }),
    defectGone("volumes-to-be-had", (view) => judgeClaims(view, baseline, params)),
    defectGone("members-run", async (view) => {
      const replicasMin = formerSettings(baseline, params).replicas;
      // Of a set that is gone no more is to be written: its operator makes it.
      const { held, evidence } = await judgeWorkload(view, { namespace: baseline.namespace, target: setOf(params), replicasMin });
      return { held, evidence };
    }),
    defectGone("cluster-ready", async (view) => {
      const cluster = await readCluster(view, baseline.namespace, params.target);
      const ready = cluster?.status?.conditions?.find(({ type }) => type === "Ready");
      return {
        held: ready?.status === "True",
        evidence: `${params.target} says of Ready: ${ready?.status ?? "nothing"}, ${ready?.reason}`,
      };
    }),
  ],
  trials: [],
});

/** Holds if the component's set names no class that is missing, and neither does a claim for one of its pods, which one of that number would get. */
const judgeClaims = async (view: ClusterView, { namespace }: Baseline, params: Params): Promise<Finding> => {
  const set = (await readWorkload(view, namespace, setOf(params))) as StatefulSet | undefined;
  if (set === undefined) return { held: false, evidence: `${setOf(params)} is gone` };
  const present = await storageClassNames(view);
  const isMissing = ({ spec }: Pick<PersistentVolumeClaim, "spec">): boolean =>
    spec.storageClassName !== undefined && spec.storageClassName !== "" && !present.includes(spec.storageClassName);
  if (set.spec.volumeClaimTemplates?.some(isMissing))
    return { held: false, evidence: `${nameOf(setOf(params))} makes claims of a class that is not there` };
  const claims = await listObjects<PersistentVolumeClaim>(view, { resource: CLAIMS, namespace });
  const waiting = claims.find(({ metadata, ...claim }) => metadata.name.startsWith(claimPrefix(params)) && isMissing(claim));
  return waiting === undefined
    ? { held: true, evidence: `all claims of ${setOf(params)} can have volumes` }
    : { held: false, evidence: `the claim ${waiting.metadata.name} can have none` };
};
