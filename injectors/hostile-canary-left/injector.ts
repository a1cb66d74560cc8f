import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { defectGone, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { judgeServiceBacked } from "#kube/checks/service.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import type { AppWorkload } from "#kube/listings/list-workloads.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { hostPorts } from "#kube/objects/host-ports.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { drawBuildTag } from "../build-tag.ts";
import { withTag } from "../build-twins.ts";
import { isBusy } from "../busy-program.ts";
import { literal } from "../evidence.ts";
import { failsRequests } from "../flag-symptoms.ts";
import { imageFacts } from "../image-fault.ts";
import { defineInjector } from "../injector.ts";
import { accepts, lookAtImages, rejects } from "./attempts.ts";
import { canaryName, canaryOf, drawTrack } from "./canary.ts";
import { noWorkloadSelected } from "./no-workload-selected.ts";
import type { Params } from "./params.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "hostile-canary-left",
  version: 1,
  title: "A canary with a broken build was left behind a Service",
  catalogueType: "stale-canary",
  layer: "network",
  scope: "namespace",
  family: "stale-canary",
  // It takes a share of the requests that another fault's component gets.
  masks: true,
  needs: ["disturb.image", "telemetry"],
  needsTraffic: true,
  words,
  twins,
  params: z.object({
    target: objectRef("deployment"),
    canary: objectRef("deployment"),
    replicas: z.int().min(1).max(3),
    key: z.string().min(1),
    value: z.string().min(1),
    from: z.string().min(1),
    tag: z.string().min(1),
    program: z.string().min(1),
    share: z.number().min(0.5).max(1),
    error: z.string().min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const judged = workloads.map((own) => ({ own, reason: reasonAgainst(own) }));
    return {
      targets: judged
        .filter(({ reason }) => reason === undefined)
        .map(({ own: { target, workload, component } }) => ({
          resource: target,
          visible: component.userShare >= USER_SHARE_SEEN,
          facts: {
            image: imageFacts(workload).image,
            program: component.program ?? "",
            replicas: workload.spec.replicas ?? 1,
            taken: Object.keys(workload.spec.template.metadata?.labels ?? {}),
          },
        })),
      excluded: [
        ...operated,
        ...judged.flatMap(({ own: { target }, reason }) => (reason === undefined ? [] : [{ resource: target, reason }])),
      ],
    };
  },
  sample: (rng, { resource, facts }) => {
    const taken = facts["taken"] as readonly string[];
    const from = `${facts["image"]}`;
    return {
      target: resource,
      canary: `deployment/${canaryName(rng.stream("name"), nameOf(resource))}`,
      // A third of the pods at least.
      replicas: Math.ceil(Number(facts["replicas"]) / 2),
      ...drawTrack(rng.stream("track"), taken),
      from,
      tag: drawBuildTag(rng.stream("tag"), from),
      program: `${facts["program"]}`,
      share: rng.stream("share").int(60, 95) / 100,
      error: rng.stream("error").pick(ERRORS),
    };
  },
  inject: async (cluster, { target, canary, from, tag, program, share, error, ...like }, { namespace }) => {
    const model = await readWorkload(cluster, namespace, target);
    if (model === undefined) throw new Error(`there is no ${target}`);
    await cluster.disturb.image({ from, tag, program, defect: { fails: { share, error } } });
    const object = canaryOf(model as Deployment, { name: nameOf(canary), tag, ...like });
    await createObject(cluster, { resource: "deployments.apps", object });
  },
  truth: ({ canary }) => [{ resource: canary, faultType: "hostile-canary-left", catalogueType: "stale-canary" }],
  oracle: ({ target }, baseline) => ({
    checks: [
      defectGone("own-pods-alone", (view) =>
        judgeServiceBacked(view, { namespace: baseline.namespace, service: nameOf(target), workload: nameOf(target) }),
      ),
      noWorkloadSelected(baseline, nameOf(target)),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ canary }) => [
    [lookAtImages, kubectl(`delete ${canary}`)],
    [lookAtImages, kubectl(`scale ${canary} --replicas=0`)],
  ],
  accepts,
  rejects,
  evidence: ({ canary, key, value, from, tag }) => [
    {
      look: kubectl(`get pods -l ${key}=${value} --show-labels`),
      shows: [`^${literal(nameOf(canary))}-[a-z0-9]+-[a-z0-9]{5} +1/1 +Running`],
      says: `pods of ${canary} run beside the others with the labels of those`,
    },
    {
      look: kubectl(`describe ${canary}`),
      shows: [`^Name: +${literal(nameOf(canary))}$`, `^ +Image: +${literal(withTag(from, tag))}$`],
      says: `${canary} runs the build ${tag}`,
    },
  ],
  symptoms: ({ canary, share }, { namespace }) => [failsRequests(canary, namespace, share / 2)],
});

/** Smallest share of users' requests that is noticed if a fifth of it fails. */
const USER_SHARE_SEEN = 0.02;

const reasonAgainst = ({ target, workload, component }: AppWorkload): string | undefined => {
  if (!target.startsWith("deployment/")) return "its pods have numbers of their own";
  if (component.program === undefined) return "it runs a product, of which there are no builds";
  if (!isBusy(component)) return "it serves too few requests for their failures to be seen";
  const { spec } = workload.spec.template;
  if (hostPorts(spec).length > 0) return "its ports are those of the node";
  return (spec.volumes ?? []).some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined)
    ? "its volume is mounted once"
    : undefined;
};

/** Words with which programs refuse what they no longer, or do not yet, understand. */
const ERRORS: readonly string[] = [
  "unknown field in request: schema is older than the client's",
  "cannot decode message: unexpected version 3",
  "unsupported content encoding in request",
  "feature gate is off in this build",
  "panic recovered: nil map assignment",
  "cannot read session: format of an earlier release",
  "handler is not implemented in this release",
];
