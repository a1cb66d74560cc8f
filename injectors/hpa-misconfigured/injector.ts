import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { AUTOSCALERS, followsCpuShare } from "#kube/listings/autoscaled.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, patchReference, rejects } from "./attempts.ts";
import { hasNoTarget, judgeReference, judgeScaling } from "./judge-reference.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  /** Workload that it followed. */
  readonly target: string;
  readonly autoscaler: string;
  readonly kind: string;
  readonly name: string;
}

export default defineInjector<Params>({
  id: "hpa-misconfigured",
  version: 1,
  title: "An autoscaler names a workload that does not exist",
  catalogueType: "hpa-config",
  layer: "autoscaling",
  scope: "namespace",
  family: "autoscaler-bounds",
  needs: [],
  fixtures: ["autoscalers"],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment"),
    autoscaler: objectRef("horizontalpodautoscaler"),
    kind: z.enum(["Deployment", "StatefulSet"]),
    name: z.string().min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const autoscalers = await listObjects<HorizontalPodAutoscaler>(view, { resource: AUTOSCALERS, namespace });
    const taken = new Set(workloads.map(({ target }) => nameOf(target)));
    const sorted = workloads.map(({ target, workload }) => ({
      resource: target,
      autoscaler: autoscalers.find((candidate) => workload.kind === "Deployment" && followsCpuShare(candidate, workload))?.metadata.name,
    }));
    return {
      // Nothing is too slow before the load grows.
      targets: sorted.flatMap(({ resource, autoscaler }) => {
        const others = ENDINGS.map((ending) => `${nameOf(resource)}-${ending}`).filter((other) => !taken.has(other));
        return autoscaler === undefined ? [] : [{ resource, visible: false, facts: { autoscaler, others } }];
      }),
      excluded: [
        ...operated,
        ...sorted.flatMap(({ resource, autoscaler }) =>
          autoscaler === undefined ? [{ resource, reason: "no autoscaler follows how much CPU it uses" }] : [],
        ),
      ],
    };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    autoscaler: `horizontalpodautoscaler/${facts["autoscaler"]}`,
    ...(rng.stream("mistake").chance(WRONG_KIND)
      ? { kind: "StatefulSet", name: nameOf(resource) }
      : { kind: "Deployment", name: rng.stream("name").pick(facts["others"] as readonly string[]) }),
  }),
  inject: async (cluster, { autoscaler, kind, name }, { namespace }) => {
    const patch = { spec: { scaleTargetRef: { kind, name } } };
    await patchObject(cluster, { resource: AUTOSCALERS, namespace, name: nameOf(autoscaler), patchType: "merge", patch });
  },
  truth: ({ target, autoscaler }) => [
    {
      resource: autoscaler,
      faultType: "hpa-misconfigured",
      catalogueType: "hpa-config",
      // "The autoscaler of frontend", whatever it is called.
      alsoNamed: [target, `horizontalpodautoscaler/${nameOf(target)}`],
    },
  ],
  oracle: ({ autoscaler }, baseline) => ({
    checks: [
      writtenDefectGone("names-its-workload", (view) => judgeReference(view, { baseline, target: autoscaler })),
      defectGone("scales-by-load", (view) => judgeScaling(view, { baseline, target: autoscaler })),
    ],
    trials: [],
  }),
  solve: ({ autoscaler, target }) => {
    const name = nameOf(target);
    const look = [kubectl("get deployments"), kubectl("get hpa")];
    const operations = ["kind", "name"].map((field) => ({
      op: "replace",
      path: `/spec/scaleTargetRef/${field}`,
      value: field === "kind" ? "Deployment" : name,
    }));
    return [
      [...look, patchReference(autoscaler, { kind: "Deployment", name })],
      [...look, kubectl(`patch ${autoscaler} --type=json -p '${JSON.stringify(operations)}'`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ autoscaler, kind, name }) => [
    {
      look: kubectl("get hpa"),
      shows: [`^${literal(nameOf(autoscaler))} +${kind}/${literal(name)} `],
      says: `${autoscaler} refers to ${kind}/${name}, and no such workload exists`,
    },
    {
      look: kubectl(`describe ${autoscaler}`),
      shows: [`^Name: +${literal(nameOf(autoscaler))}$`, `FailedGetScale.* "${literal(name)}" not found`],
      says: `${autoscaler} cannot read the scale of ${kind}/${name}`,
    },
  ],
  symptoms: ({ autoscaler }, { namespace }) => [
    { name: "scale-unknown", isSeen: (view) => hasNoTarget(view, { namespace, name: nameOf(autoscaler) }) },
  ],
});

/** Endings that names of workloads have elsewhere, as of a manifest that was copied. */
const ENDINGS: readonly string[] = ["v2", "deployment", "server", "app", "deploy"];

const WRONG_KIND = { numerator: 1, denominator: 4 } as const;
