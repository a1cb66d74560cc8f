import { z } from "zod";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { defineInjector } from "../injector.ts";
import { isLatentTemplate, sampleTemplate, type TemplateParams, templateParams, templateTargets } from "../unschedulable-template.ts";
import {
  initPatch,
  nothingWaits,
  sampleWait,
  takenHosts,
  type Wait,
  waitContainer,
  waitEvidence,
  waitFacts,
  waitParams,
  waitSymptom,
} from "../wait-container.ts";
import { waysWithoutInit } from "../without-init.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<TemplateParams & Wait>({
  id: "init-dependency-hang",
  version: 1,
  title: "An init container waits for a name that does not exist",
  catalogueType: "init-dependency",
  layer: "workload",
  scope: "namespace",
  family: "init-container",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, ...waitParams }),
  targets: async (view, place) => {
    const taken = await takenHosts(view, place.namespace);
    return await templateTargets(view, place, (workload) => waitFacts(workload, taken));
  },
  sample: (rng, target) => ({ ...sampleTemplate(rng, target), ...sampleWait(rng, target.facts) }),
  isLatent: isLatentTemplate,
  inject: async (cluster, params, { namespace }) =>
    await rollOut(cluster, { namespace, target: params.target, way: params.rollout }, initPatch(waitContainer(params))),
  truth: ({ target }) => [{ resource: target, faultType: "init-dependency-hang", catalogueType: "init-dependency" }],
  oracle: (params, baseline) => ({ checks: [nothingWaits(baseline, params), workloadRuns(baseline, params.target)], trials: [] }),
  solve: waysWithoutInit,
  accepts,
  rejects,
  evidence: (params, place) => [waitEvidence(params, place)],
  symptoms: (params, { namespace }) => [waitSymptom(params, namespace, params.rollout === "rolling")],
});
