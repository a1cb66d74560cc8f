import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, needingWrite, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import { createObject } from "#kube/verbs/create.ts";
import { describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { killedForMemory } from "../killed-for-memory.ts";
import { isRedisImage } from "../redis-image.ts";
import { wantedScripts } from "../wanted-scripts.ts";
import { accepts, lookAtScripts, rejects } from "./attempts.ts";
import { floodJob, isFlood, type Params, PREFIXES } from "./flood-job.ts";
import { judgeStays } from "./judge-store.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "valkey-memory-flood",
  version: 1,
  title: "A Job fills a store's memory",
  catalogueType: "memory-flood",
  layer: "data",
  scope: "namespace",
  family: "store-memory",
  // Programs of a real cluster keep nothing of what is written.
  needs: ["fork"],
  needsTraffic: true,
  words,
  twins,
  params: z.object({
    store: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    host: z.string().min(1),
    image: z.string().min(1),
    job: z.string().min(1),
    prefix: z.string().regex(/^\w+$/),
    kib: z.int().min(64).max(1_024),
    pauseSeconds: z.int().min(1).max(10),
  }),
  targets: async (view, { app, namespace }) => {
    const judged = (await listWorkloads(view, namespace, app)).map(({ target, workload, component }) => {
      const container = workload.spec.template.spec.containers[0];
      const limit = container?.resources?.limits?.["memory"];
      return { target, container, component, reason: reasonAgainst(container?.image ?? "", limit) };
    });
    return {
      targets: judged
        .filter(({ reason }) => reason === undefined)
        .map(({ target, container, component }) => ({
          resource: target,
          visible: component.userShare > 0,
          facts: { container: container?.name ?? "", image: container?.image ?? "", host: component.name },
        })),
      excluded: judged.flatMap(({ target, reason }) => (reason === undefined ? [] : [{ resource: target, reason }])),
    };
  },
  sample: (rng, { resource, facts }) => {
    const own = rng.stream("job");
    const prefix = own.pick(PREFIXES);
    return {
      store: resource,
      container: `${facts["container"]}`,
      host: `${facts["host"]}`,
      image: `${facts["image"]}`,
      job: `${nameOf(resource)}-${prefix}-${own.int(10, 99)}`,
      prefix,
      kib: rng.stream("size").pick([768, 896, 1_024]),
      pauseSeconds: rng.stream("pause").pick([1, 2]),
    };
  },
  inject: async (cluster, params, { namespace }) => {
    const object = floodJob({ name: params.job, namespace }, params);
    await createObject(cluster, { resource: "jobs.batch", object, fieldManager: "kubectl-create" });
  },
  truth: ({ job }) => [{ resource: `job/${job}`, faultType: "valkey-memory-flood", catalogueType: "memory-flood" }],
  oracle: (params, baseline) => ({
    checks: [
      defectGone("no-flood-wanted", async (view) => {
        const floods = await wantedScripts(view, baseline, isFlood);
        return needingWrite({ held: floods.length === 0, evidence: `${floods.join(", ") || "no Job"} fills ${nameOf(params.store)}` });
      }),
      workloadRuns(baseline, params.store),
    ],
    trials: [
      { name: "store-stays-up", group: "defect-gone", weight: 1, run: (cluster) => judgeStays(cluster, baseline.namespace, params) },
    ],
  }),
  solve: ({ store, job }) => [
    [lookAtScripts, kubectl(`delete job/${job}`), kubectl(`rollout restart ${store}`)],
    [lookAtScripts, kubectl(`patch job/${job} --type=merge -p '{"spec":{"suspend":true}}'`), kubectl(`rollout restart ${store}`)],
  ],
  accepts,
  rejects,
  evidence: ({ store, job, prefix }, place) => [
    {
      look: describePods(place, store),
      shows: ["Reason: +OOMKilled"],
      says: `${nameOf(store)} is killed for memory`,
    },
    {
      look: kubectl(`describe job/${job}`),
      shows: [`^Name: +${literal(job)}$`, `-x set ${literal(prefix)}:`],
      says: `job/${job} writes into it without an end`,
    },
  ],
  symptoms: ({ store, container }, place) => [killedForMemory({ target: store, container }, place)],
});

const reasonAgainst = (image: string, limit: string | undefined): string | undefined => {
  if (!isRedisImage(image)) return "it is no Redis or Valkey";
  if (limit === undefined) return "its memory has no limit";
  return compareQuantities(limit, LIMIT_MOST) > 0 ? `it takes too long to fill ${limit}` : undefined;
};

/** Highest memory limit that is reached within a minute, and of which a world may hold a copy. */
const LIMIT_MOST = "32Mi";
