import { isSameJson } from "#core/canonical-json.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { defectGone, needingWrite } from "#kube/checks/fault-checks.ts";
import type { Check } from "#kube/checks/oracle.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Place, Symptom } from "./injector.ts";
import type { ClaimParams } from "./pending-claim-params.ts";

const CLAIMS = "persistentvolumeclaims";

/**
 * Check that all claims that a workload's pods name have their volumes.
 *
 * @param wrong fields with which a claim gets none, however long one waits; missing: there are none
 */
export const claimsBound = (baseline: Baseline, target: string, wrong?: Partial<PersistentVolumeClaim["spec"]>): Check =>
  defectGone("claims-bound", async (view) => {
    const { namespace } = baseline;
    const workload = await readWorkload(view, namespace, target);
    if (workload === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
    const names = (workload.spec.template.spec.volumes ?? []).flatMap(
      ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
    );
    const claims = await listObjects<PersistentVolumeClaim>(view, { resource: CLAIMS, namespace });
    const gone = names.find((name) => !claims.some(({ metadata }) => metadata.name === name));
    if (gone !== undefined) return needingWrite({ held: false, evidence: `${target} wants the claim ${gone}, which is gone` });
    const open = claims.find(({ metadata, status }) => names.includes(metadata.name) && status?.phase !== "Bound");
    if (open === undefined) return { held: true, evidence: `all claims of ${target} have their volumes` };
    const finding = { held: false, evidence: `the claim ${open.metadata.name} of ${target} has no volume` };
    return wrong !== undefined && isSameJson({ ...open.spec, ...wrong }, open.spec) ? needingWrite(finding) : finding;
  });

/** The symptom that pods wait for a claim, of which events say why it gets no volume. */
export const pendingSymptom = ({ target, claim, rollout }: ClaimParams, { namespace }: Place, refusal: string): Symptom => ({
  name: "claim-pending",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, target);
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    const waiting = pods.filter(({ spec }) => spec.nodeName === undefined);
    const { status } = (await getObject<PersistentVolumeClaim>(view, { resource: CLAIMS, namespace, name: claim })) ?? {};
    if (waiting.length === 0 || status?.phase !== "Pending" || (rollout === "recreate" && waiting.length < pods.length)) return false;
    const events = await listObjects<Event>(view, { resource: "events", namespace });
    return events.some(({ involvedObject, message }) => involvedObject?.name === claim && message?.includes(refusal) === true);
  },
});
