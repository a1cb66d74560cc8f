import { z } from "zod";
import { isSameJson } from "#core/canonical-json.ts";
import { parseTimestamp } from "#core/timestamp.ts";
import { kubectl } from "#core/tool-call.ts";
import { workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { Pod } from "#kube/types/pod.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { isLatentTemplate, sampleTemplate, type TemplateParams, templateParams, templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { type EndlessHook, hookCommandOf, hookFacts, hookPatch, sampleHook } from "./endless-hook.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<TemplateParams & EndlessHook>({
  id: "poststart-hook-hang",
  version: 1,
  title: "A postStart hook never ends",
  catalogueType: "lifecycle-hook",
  layer: "container",
  scope: "namespace",
  family: "lifecycle-hook",
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, container: z.string().min(1), command: z.array(z.string().min(1)).min(1) }),
  targets: async (view, place) => await templateTargets(view, place, hookFacts),
  sample: (rng, target) => ({ ...sampleTemplate(rng, target), ...sampleHook(rng, target.facts) }),
  isLatent: isLatentTemplate,
  inject: async (cluster, { target, container, command, rollout }, { namespace }) =>
    await rollOut(cluster, { namespace, target, way: rollout }, hookPatch(container, { exec: { command } })),
  truth: ({ target }) => [{ resource: target, faultType: "poststart-hook-hang", catalogueType: "lifecycle-hook" }],
  oracle: ({ target, container, command }, baseline) => ({
    checks: [
      workloadCondition({ name: "hook-gone", baseline, target }, (workload) => {
        const held = !isSameJson(hookCommandOf(workload, container) ?? null, command);
        return { held, evidence: `${container} of ${target} ${held ? "no longer runs" : "runs"} ${command.join(" ")} after its start` };
      }),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target, container }) => [
    [kubectl(`rollout undo ${target}`)],
    [kubectl(`patch ${target} -p '${JSON.stringify(hookPatch(container, null))}'`)],
  ],
  accepts,
  rejects,
  // Of hooks, `kubectl describe` says nothing.
  evidence: ({ target, command }) => [
    {
      look: kubectl(`get ${target} -o yaml`),
      shows: [`^ +name: ${literal(nameOf(target))}$`, `postStart:\\n +exec:\\n +command:\\n${listed(command)}`],
      says: `a container of ${target} runs ${command.join(" ")} after its start, which does not end`,
    },
  ],
  symptoms: ({ target, container, rollout }, { namespace }) => [
    {
      name: "held-by-hook",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        const isHeld = (pod: Pod) => isLate(pod, view.clock.nowMs()) && isNotRunning(pod, container);
        return rollout === "rolling" ? pods.some(isHeld) : pods.length > 0 && pods.every(isHeld);
      },
    },
  ],
});

/** The words of a command as YAML lists them. */
const listed = (command: readonly string[]): string => command.map((word) => ` +- "?${literal(word)}"?`).join("\\n");

/** True once a pod that merely starts would run. */
const isLate = ({ status }: Pod, nowMs: number): boolean => nowMs - (parseTimestamp(status?.startTime ?? "") ?? nowMs) >= LATE_MS;

const LATE_MS = 20_000;

const isNotRunning = ({ status }: Pod, container: string): boolean =>
  status?.containerStatuses?.some(({ name, state }) => name === container && state?.running === undefined) === true;
