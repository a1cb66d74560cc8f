import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { baselineReplicas, defectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeWorkload, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { parseObjectRef } from "#kube/objects/object-ref.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly target: string }>({
  id: "scale-to-zero",
  version: 1,
  title: "A workload has no replicas",
  catalogueType: "scale-to-zero",
  layer: "workload",
  scope: "namespace",
  family: "replicas",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ target: objectRef("deployment", "statefulset") }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const [running, stopped] = [
      workloads.filter(({ workload }) => (workload.spec.replicas ?? 1) > 0),
      workloads.filter(({ workload }) => workload.spec.replicas === 0),
    ];
    return {
      targets: running.map(({ target, component }) => ({ resource: target, visible: component.userShare > 0, facts: {} })),
      excluded: [...operated, ...stopped.map(({ target }) => ({ resource: target, reason: "it has no replicas to begin with" }))],
    };
  },
  sample: (_rng, { resource }) => ({ target: resource }),
  inject: async (cluster, { target }, { namespace }) => {
    await patchObject(cluster, {
      resource: parseObjectRef(target)?.resource ?? "",
      namespace,
      name: nameOf(target),
      patchType: "merge",
      patch: { spec: { replicas: 0 } },
    });
  },
  truth: ({ target }) => [{ resource: target, faultType: "scale-to-zero", catalogueType: "scale-to-zero" }],
  oracle: ({ target }, baseline) => ({
    checks: [
      defectGone("replicas-restored", (view) =>
        judgeWorkload(view, { namespace: baseline.namespace, target, replicasMin: baselineReplicas(baseline, target) }),
      ),
    ],
    trials: [],
  }),
  solve: ({ target }, baseline) => {
    const replicas = baselineReplicas(baseline, target);
    return [[kubectl(`scale ${target} --replicas=${replicas}`)], [kubectl(`patch ${target} -p '{"spec":{"replicas":${replicas}}}'`)]];
  },
  accepts,
  rejects,
  evidence: ({ target }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), "^Replicas: +0 desired"],
      says: `${target} asks for 0 replicas`,
    },
  ],
  symptoms: ({ target }, { namespace }) => [
    {
      name: "no-pods",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        return workload !== undefined && (await podsOf(view, workload)).length === 0;
      },
    },
  ],
});
