import { z } from "zod";
import { isSameJson } from "#core/canonical-json.ts";
import { kubectl } from "#core/tool-call.ts";
import { baselineWorkload, workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { remember } from "#kube/checks/remember.ts";
import { judgeWorkload, type Workload } from "#kube/checks/workload.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { keepsOldPods, recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { templateTargets } from "../unschedulable-template.ts";
import {
  initPatch,
  nothingWaits,
  sampleWait,
  takenHosts,
  waitContainer,
  waitEvidence,
  waitFacts,
  waitParams,
  waitSymptom,
} from "../wait-container.ts";
import { whyAlone } from "../why-alone.ts";
import { accepts, rejects } from "./attempts.ts";
import { CAREFUL, DRAINING, mendBoth, type Params, strategyPatch } from "./strategies.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "rolling-update-drains-all",
  version: 1,
  title: "A roll-out takes all pods away before a new one is ready",
  catalogueType: "update-strategy",
  layer: "workload",
  scope: "namespace",
  family: "update-strategy",
  needs: [],
  words,
  twins,
  params: z.object({ target: objectRef("deployment"), replicas: z.number().int().min(2), ...waitParams }),
  targets: async (view, place) => {
    const taken = await takenHosts(view, place.namespace);
    return await templateTargets(view, place, (workload) => {
      return whyAlone(workload, place) ?? whyDrained(workload) ?? { ...waitFacts(workload, taken), replicas: workload.spec.replicas ?? 1 };
    });
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    replicas: Math.max(Number(facts["replicas"]), rng.stream("replicas").int(2, 4)),
    ...sampleWait(rng, facts),
  }),
  inject: async (cluster, { target, replicas, ...wait }, { namespace }) => {
    await patchObject(cluster, {
      resource: "deployments.apps",
      namespace,
      name: nameOf(target),
      patchType: "strategic",
      patch: { spec: { replicas, ...strategyPatch(DRAINING).spec } },
    });
    const isScaled = remember(cluster, async (view) => (await judgeWorkload(view, { namespace, target, replicasMin: replicas })).held);
    await cluster.clock.until(isScaled, { timeoutMs: SCALED_TIMEOUT_MS });
    await recreateWorkload(cluster, { namespace, target }, initPatch(waitContainer(wait)));
  },
  truth: ({ target }) => [
    { resource: target, faultType: "rolling-update-drains-all", catalogueType: "update-strategy" },
    { resource: target, faultType: "init-dependency-hang", catalogueType: "init-dependency" },
  ],
  oracle: (params, baseline) => ({
    checks: [
      workloadCondition({ name: "roll-outs-keep-pods", baseline, target: params.target }, (workload) => {
        const held = keepsOldPods(workload) || isStrategyAsBefore(workload, baselineWorkload(baseline, params.target));
        return {
          held,
          evidence: `a roll-out of ${params.target} ${held ? "keeps pods, or as many as before" : "takes all pods away at once"}`,
        };
      }),
      nothingWaits(baseline, params),
      workloadRuns(baseline, params.target),
    ],
    trials: [],
  }),
  solve: ({ target, name }) => [
    [kubectl(`patch ${target} -p '${JSON.stringify(strategyPatch(CAREFUL))}'`), kubectl(`rollout undo ${target}`)],
    [kubectl(`patch ${target} -p '${JSON.stringify(mendBoth(name, { maxUnavailable: 1, maxSurge: 1 }))}'`)],
  ],
  accepts,
  rejects,
  evidence: (params, place) => [
    {
      look: kubectl(`describe ${params.target}`),
      shows: [describedAs(params.target), "^RollingUpdateStrategy: +100% max unavailable"],
      says: `a roll-out of ${params.target} may take all its pods away at once`,
    },
    waitEvidence(params, place),
  ],
  symptoms: (params, { namespace }) => [waitSymptom(params, namespace, false)],
});

/** Time for which somebody who scales would wait for the new pods, ms. */
const SCALED_TIMEOUT_MS = 60_000;

const whyDrained = ({ spec }: Workload): string | undefined =>
  "strategy" in spec && spec.strategy?.type === "Recreate" ? "its roll-outs keep no pod anyway" : undefined;

/** True while a roll-out does what it did before: with one pod, a strategy that lets one go takes all away. */
const isStrategyAsBefore = (now: Workload, before: Workload): boolean =>
  isSameJson(strategyOf(now), strategyOf(before)) && now.spec.replicas === before.spec.replicas;

const strategyOf = ({ spec }: Workload): object | undefined => ("strategy" in spec ? spec.strategy : undefined);
