import { z } from "zod";
import { err, ok, type Result } from "#core/result.ts";
import { parseTimestamp } from "#core/timestamp.ts";
import { kubectl } from "#core/tool-call.ts";
import { baselineTarget, defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { CRONJOBS, nativeSidecars, podSpecOf } from "#kube/listings/logged-tasks.ts";
import type { CronJob } from "#kube/types/workloads.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { literal } from "../evidence.ts";
import { defineInjector, type Target } from "../injector.ts";
import { accepts, deleteRuns, patchPods, rejects } from "./attempts.ts";
import { isHeldUp, judgeRuns, judgeWork } from "./judge-runs.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly target: string;
  readonly sidecar: string;
}

export default defineInjector<Params>({
  id: "cronjob-sidecar-never-completes",
  version: 1,
  title: "A sidecar keeps the runs of a CronJob from ending",
  catalogueType: "sidecar-blocks-job",
  layer: "workload",
  scope: "namespace",
  family: "job",
  needs: [],
  fixtures: ["cronjobs"],
  words,
  twins,
  params: z.object({ target: objectRef("cronjob"), sidecar: z.string().min(1) }),
  targets: async (view, { namespace }) => {
    const cronJobs = await listObjects<CronJob>(view, { resource: CRONJOBS, namespace });
    const sorted = cronJobs.map((cronJob) => ({
      resource: `cronjob/${cronJob.metadata.name}`,
      found: factsOf(cronJob, view.clock.nowMs()),
    }));
    return {
      // No request of users waits for a run.
      targets: sorted.flatMap(({ resource, found }) => (found.ok ? [{ resource, visible: false, facts: found.value }] : [])),
      excluded: sorted.flatMap(({ resource, found }) => (found.ok ? [] : [{ resource, reason: found.error }])),
    };
  },
  sample: (_rng, { resource, facts }) => ({ target: resource, sidecar: `${facts["sidecar"]}` }),
  inject: async (cluster, { target, sidecar }, { namespace }) => {
    const place = { resource: CRONJOBS, namespace, name: nameOf(target) };
    const found = await getObject<CronJob>(cluster, place);
    if (found === undefined) throw new Error(`${target} is gone`);
    const { containers, initContainers = [] } = podSpecOf(found);
    const moved = initContainers.filter(({ name }) => name === sidecar).map(({ restartPolicy: _, ...container }) => container);
    const spec = { containers: [...containers, ...moved], initContainers: initContainers.filter(({ name }) => name !== sidecar) };
    const patch = { spec: { jobTemplate: { spec: { template: { spec } } } } };
    await patchObject(cluster, { ...place, patchType: "merge", patch });
  },
  truth: ({ target }) => [{ resource: target, faultType: "cronjob-sidecar-never-completes", catalogueType: "sidecar-blocks-job" }],
  oracle: ({ target, sidecar }, baseline) => ({
    checks: [
      writtenDefectGone("does-its-work", (view) => judgeWork(view, { baseline, target })),
      defectGone("runs-complete", (view) => judgeRuns(view, { baseline, target, sidecar })),
    ],
    trials: [],
  }),
  solve: ({ target, sidecar }, baseline) => {
    const before = podSpecOf(baselineTarget<CronJob>(baseline, target));
    const [look, initContainers] = [kubectl(`get ${target} -o yaml`), before.initContainers ?? []];
    const at = "/spec/jobTemplate/spec/template/spec";
    const operations = [
      { op: "remove", path: `${at}/containers/${before.containers.length}` },
      { op: "add", path: `${at}/initContainers`, value: initContainers },
    ];
    return [
      [look, kubectl(`patch ${target} --type=json -p '${JSON.stringify(operations)}'`), deleteRuns(baseline, target)],
      [look, patchPods(target, { initContainers, containers: [{ name: sidecar, $patch: "delete" }] }), deleteRuns(baseline, target)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, sidecar }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [`^Name: +${literal(nameOf(target))}$`, `^ +Containers:\\n[\\s\\S]*^ +${literal(sidecar)}:\\n`],
      says: `${target} has ${sidecar} among the containers that have to end before a run does`,
    },
  ],
  symptoms: ({ target, sidecar }, { namespace }) => [
    { name: "run-held-up", isSeen: (view) => isHeldUp(view, { namespace, name: nameOf(target), sidecar }) },
  ],
});

/** The sidecar that can be moved to the containers of a run, or the reason why there is none. */
const factsOf = (cronJob: CronJob, nowMs: number): Result<Target["facts"], string> => {
  const [sidecar, ...more] = nativeSidecars(podSpecOf(cronJob));
  if (cronJob.spec.suspend === true) return err("it is suspended");
  if (sidecar === undefined || more.length > 0) return err("its runs do not have one sidecar each");
  const lastMs = parseTimestamp(cronJob.status?.lastSuccessfulTime ?? "") ?? 0;
  return nowMs - lastMs < PERIOD_MAX_MS ? ok({ sidecar: sidecar.name }) : err("no run of it has been completed for minutes");
};

/** Longest time since the last run after which the next one is in time to show what is wrong, ms. */
const PERIOD_MAX_MS = 240_000;
