import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { containerOf, defectGone, needingWrite, workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { listWorkers } from "#kube/listings/list-nodes.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Container, ResourceRequirements } from "#kube/types/pod.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { killedForMemory } from "../killed-for-memory.ts";
import { lookAtRevisions } from "../look-at-revisions.ts";
import { drawTinyMemory, IDLE_MIN_MIB } from "../tiny-memory.ts";
import { accepts, rejects } from "./attempts.ts";
import { generousLimit, idleMiB, leastLimit, resourcesBefore } from "./memory-needed.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly target: string; readonly container: string; readonly limit: string }>({
  id: "memory-limit-too-small",
  version: 1,
  title: "A memory limit is below what the program needs",
  catalogueType: "memory-limit",
  layer: "container",
  scope: "namespace",
  family: "memory",
  needs: [],
  needsTraffic: true,
  words,
  twins,
  params: z.object({ target: objectRef("deployment", "statefulset"), container: z.string().min(1), limit: z.string().regex(/^\d+Mi$/) }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    return {
      targets: workloads
        .filter(({ component }) => component.idleMiB >= IDLE_MIN_MIB)
        .map(({ target, workload, component }) => ({
          resource: target,
          visible: component.userShare > 0,
          facts: { container: workload.spec.template.spec.containers[0]?.name ?? "", idleMiB: component.idleMiB },
        })),
      excluded: [
        ...operated,
        ...workloads
          .filter(({ component }) => component.idleMiB < IDLE_MIN_MIB)
          .map(({ target, component }) => ({
            resource: target,
            reason:
              component.idleMiB > 0 ? "it needs less than the least limit that containers start with" : "its idle memory is not known",
          })),
      ],
    };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: `${facts["container"]}`,
    limit: drawTinyMemory(rng, Number(facts["idleMiB"])),
  }),
  inject: async (cluster, { target, container, limit }, { namespace }) => {
    const resources = { limits: { memory: limit }, requests: { memory: limit } };
    await recreateWorkload(
      cluster,
      { namespace, target },
      { spec: { template: { spec: { containers: [{ name: container, resources }] } } } },
    );
  },
  truth: ({ target }) => [{ resource: target, faultType: "memory-limit-too-small", catalogueType: "memory-limit" }],
  oracle: ({ target, container }, baseline) => ({
    checks: [
      defectGone("limit-sufficient", async (view) => {
        const workload = await readWorkload(view, baseline.namespace, target);
        const present = workload === undefined ? undefined : containerOf(workload, container);
        return present === undefined
          ? needingWrite({ held: false, evidence: `${target} has no ${container}` })
          : await judgeLimit(view, present, leastLimit(baseline, { target, container }));
      }),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target, container }, baseline) => {
    const before = resourcesBefore(baseline, { target, container });
    const putBack = JSON.stringify([putBackMemory("limits", before), putBackMemory("requests", before)]);
    const limit = generousLimit(baseline, { target, container });
    const request = `${Math.max(8, idleMiB(baseline, { target, container }))}Mi`;
    return [
      [lookAtRevisions(target, ".containers[0].resources"), kubectl(`patch ${target} --type=json -p '${putBack}'`)],
      [kubectl(`set resources ${target} -c ${container} --limits=memory=${limit} --requests=memory=${request}`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, limit }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `memory: +${literal(limit)}$`, "OOMKilled|OOM-killed"],
      says: `pods of ${target} are killed for memory at a limit of ${limit}`,
    },
  ],
  symptoms: (params, place) => [killedForMemory(params, place)],
});

/** Operation of a JSON patch that gives the first container the memory of the baseline, or none where it had none. */
const putBackMemory = (list: "limits" | "requests", before: ResourceRequirements) => {
  const path = `/spec/template/spec/containers/0/resources/${list}/memory`;
  const value = before[list]?.["memory"];
  return value === undefined ? { op: "remove", path } : { op: "replace", path, value };
};

/** Holds if the container has no limit, or one between `least` and the memory of the largest worker: above it, it limits nothing. */
const judgeLimit = async (view: ClusterView, { name, resources }: Container, least: string): Promise<Finding> => {
  const limit = resources?.limits?.["memory"];
  if (limit === undefined) return { held: true, evidence: `${name} may use any amount of memory` };
  const evidence = `${name} may use ${limit} memory`;
  if (compareQuantities(limit, least) < 0) return needingWrite({ held: false, evidence: `${evidence}, which is less than ${least}` });
  const workers = await listWorkers(view);
  const held = workers.some(({ status }) => compareQuantities(limit, status?.allocatable?.["memory"] ?? limit) <= 0);
  return { held, evidence: held ? evidence : `${evidence}, which is more than any worker has` };
};
