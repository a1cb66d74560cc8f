import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { ENFORCE_LABEL } from "#kube/objects/pod-security/policy.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { REFUSALS, refusedSymptom, tryAgain } from "../refused-pods.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { judgeLevel, LEVEL, violates } from "./judge-level.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the workload whose pods went away under the level, and the version of its rules. */
export interface Params {
  readonly target: string;
  /** Version of Kubernetes whose rules hold; `unset`: the label is not there, which means the latest. */
  readonly version: (typeof VERSIONS)[number];
}

const VERSIONS = ["unset", "latest", "v1.30", "v1.32", "v1.35"] as const;

export default defineInjector<Params>({
  id: "psa-restricted",
  version: 1,
  title: "The namespace's pod security level refuses the pods",
  catalogueType: "pod-security",
  layer: "admission",
  // The namespace's own labels are the cluster's administrators'.
  scope: "cluster",
  family: "pod-security",
  // It refuses the pods of every workload that starts anew.
  masks: true,
  refusesPods: true,
  needs: [],
  words,
  twins,
  params: z.object({ target: objectRef("deployment", "statefulset"), version: z.enum(VERSIONS) }),
  targets: async (view, place) =>
    await templateTargets(view, place, (workload) => {
      if (workload.spec.replicas === 0) return "it has no replicas to begin with";
      return violates(workload, { [ENFORCE_LABEL]: LEVEL }).length === 0 ? "its pods meet the level" : {};
    }),
  sample: (rng, { resource }) => ({ target: resource, version: rng.stream("version").pick(VERSIONS) }),
  inject: async (cluster, { target, version }, { namespace }) => {
    const labels = { [ENFORCE_LABEL]: LEVEL, ...(version !== "unset" && { [`${ENFORCE_LABEL}-version`]: version }) };
    await patchObject(cluster, { resource: "namespaces", name: namespace, patchType: "merge", patch: { metadata: { labels } } });
    await recyclePods(cluster, namespace, target);
  },
  // Whoever says that the workload's pods do not meet the level has named the same defect.
  truth: ({ target }, { app, namespace }) => [
    {
      resource: `namespace/${namespace}`,
      faultType: "psa-restricted",
      catalogueType: "pod-security",
      alsoNamed: [`namespace/${app.namespace}`, target],
    },
  ],
  oracle: ({ target }, baseline) => ({
    checks: [writtenDefectGone("level-met", (view) => judgeLevel(view, baseline)), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: ({ target }, { namespace }) => {
    const patch = { metadata: { labels: { [ENFORCE_LABEL]: null } } };
    return [
      [kubectl(`label namespace ${namespace} ${ENFORCE_LABEL}-`), tryAgain(target)],
      [
        kubectl(`get namespace ${namespace} --show-labels`),
        kubectl(`patch namespace ${namespace} --type=merge -p '${JSON.stringify(patch)}'`),
        tryAgain(target),
      ],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target }, { namespace }) => [
    {
      look: REFUSALS,
      shows: [`violates PodSecurity "${LEVEL}:`],
      says: `the server refuses the new pods of ${target}, which violate the level ${LEVEL} of Pod Security`,
    },
    {
      look: kubectl(`describe namespace ${namespace}`),
      shows: [`^Name: +${literal(namespace)}$`, `${literal(ENFORCE_LABEL)}=${LEVEL}$`],
      says: `the namespace ${namespace} enforces the level ${LEVEL}`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [refusedSymptom(target, namespace, `violates PodSecurity "${LEVEL}:`)],
});
