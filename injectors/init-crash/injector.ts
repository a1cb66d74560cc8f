import { z } from "zod";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Pod } from "#kube/types/pod.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { isLatentTemplate, sampleTemplate, type TemplateParams, templateParams, templateTargets } from "../unschedulable-template.ts";
import { initPatch } from "../wait-container.ts";
import { waysWithoutInit } from "../without-init.ts";
import { accepts, rejects } from "./attempts.ts";
import { checkContainer, checkFacts, type FailingCheck, sampleCheck, whyItFails } from "./failing-check.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<TemplateParams & FailingCheck>({
  id: "init-crash",
  version: 1,
  title: "An init container ends with an error",
  catalogueType: "init-crash",
  layer: "workload",
  scope: "namespace",
  family: "init-container",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, name: z.string().min(1), setting: z.string().min(1) }),
  targets: async (view, place) => await templateTargets(view, place, checkFacts),
  sample: (rng, target) => ({ ...sampleTemplate(rng, target), ...sampleCheck(rng, target.facts) }),
  isLatent: isLatentTemplate,
  inject: async (cluster, params, { namespace }) =>
    await rollOut(cluster, { namespace, target: params.target, way: params.rollout }, initPatch(checkContainer(params))),
  truth: ({ target }) => [{ resource: target, faultType: "init-crash", catalogueType: "init-crash" }],
  oracle: ({ target, name, setting }, baseline) => ({
    checks: [
      workloadCondition({ name: "init-can-end-well", baseline, target }, ({ spec }) => {
        const present = spec.template.spec.initContainers?.find((container) => container.name === name);
        if (present === undefined) return { held: true, evidence: `${target} has no init container ${name}` };
        const why = whyItFails(present, setting);
        return { held: why === undefined, evidence: `${name} of ${target} ${why ?? "can end well"}` };
      }),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: waysWithoutInit,
  accepts,
  rejects,
  evidence: ({ target, name, setting }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `^ +${literal(name)}:$`, `${literal(setting)} is empty`, "^ +Exit Code: +1$"],
      says: `the init container ${name} of ${target} ends with 1, since it has no ${setting}`,
    },
  ],
  symptoms: ({ target, name, rollout }, { namespace }) => [
    {
      name: "init-crashes",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        const crashes = (pod: Pod) => initStatusOf(pod, name)?.lastState?.terminated !== undefined;
        return rollout === "rolling" ? pods.some(crashes) : pods.length > 0 && pods.every(crashes);
      },
    },
  ],
});

const initStatusOf = ({ status }: Pod, container: string) => status?.initContainerStatuses?.find(({ name }) => name === container);
