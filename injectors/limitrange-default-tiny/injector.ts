import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Container } from "#kube/types/pod.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { killedForMemory } from "../killed-for-memory.ts";
import { tryAgain } from "../refused-pods.ts";
import { drawTinyMemory, IDLE_MIN_MIB } from "../tiny-memory.ts";
import { templateTargets } from "../unschedulable-template.ts";
import { accepts, rejects } from "./attempts.ts";
import { limitRange, NAMES, withoutMemory } from "./limit-range.ts";
import { limitsSufficient } from "./limits-sufficient.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

/** Parameters: the workload whose new pods are killed first, and the limit that containers get by default. */
export interface Params {
  readonly target: string;
  readonly container: string;
  /** `limitrange/<name>` */
  readonly limits: string;
  readonly memory: string;
}

export default defineInjector<Params>({
  id: "limitrange-default-tiny",
  version: 1,
  title: "A LimitRange gives new pods limits that are too small",
  catalogueType: "limit-range",
  layer: "admission",
  scope: "namespace",
  family: "memory",
  // New pods of other workloads get the limit as well.
  masks: true,
  refusesPods: true,
  needs: [],
  needsTraffic: true,
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    limits: objectRef("limitrange"),
    memory: z.string().regex(/^\d+Mi$/),
  }),
  targets: async (view, place) => {
    const ranges = await listObjects(view, { resource: "limitranges", namespace: place.namespace });
    const taken = ranges.map(({ metadata }) => metadata.name);
    return await templateTargets(view, place, (workload) => {
      const { idleMiB = 0 } = place.app.components.find(({ name }) => name === workload.metadata.name) ?? {};
      const [container] = workload.spec.template.spec.containers;
      if (workload.spec.replicas === 0) return "it has no replicas to begin with";
      if (container === undefined || hasMemory(container)) return "it says itself how much memory it requests or may use";
      if (idleMiB < IDLE_MIN_MIB)
        return idleMiB > 0 ? "it needs less than the least limit that containers start with" : "its idle memory is not known";
      return { taken, container: container.name, idleMiB };
    });
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: `${facts["container"]}`,
    limits: `limitrange/${rng.stream("name").pick(NAMES.filter((name) => !(facts["taken"] as readonly string[]).includes(name)))}`,
    memory: drawTinyMemory(rng.stream("memory"), Number(facts["idleMiB"])),
  }),
  inject: async (cluster, { target, limits, memory }, { namespace }) => {
    await createObject(cluster, { resource: "limitranges", object: limitRange(nameOf(limits), namespace, memory) });
    await recyclePods(cluster, namespace, target);
  },
  truth: ({ limits }) => [{ resource: limits, faultType: "limitrange-default-tiny", catalogueType: "limit-range" }],
  oracle: ({ target }, baseline) => ({ checks: [limitsSufficient(baseline), workloadRuns(baseline, target)], trials: [] }),
  solve: ({ target, limits }) => [
    [kubectl(`delete ${limits}`), tryAgain(target)],
    [withoutMemory(limits), tryAgain(target)],
  ],
  accepts,
  rejects,
  evidence: ({ target, limits, memory }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `memory: +${literal(memory)}$`, "OOMKilled|OOM-killed"],
      says: `pods of ${target} are killed for memory at a limit of ${memory}, which their template does not have`,
    },
    {
      look: kubectl("describe limitranges"),
      shows: [`^Name: +${literal(nameOf(limits))}$`, `^Container +memory .* ${memory} `],
      says: `${limits} gives each container that says nothing ${memory} of memory`,
    },
  ],
  symptoms: (params, place) => [killedForMemory(params, place)],
});

const hasMemory = ({ resources }: Container): boolean =>
  resources?.limits?.["memory"] !== undefined || resources?.requests?.["memory"] !== undefined;
