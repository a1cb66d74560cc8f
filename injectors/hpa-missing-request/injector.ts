import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { patchContainer } from "#kube/checks/attempts.ts";
import { defectGone, workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { AUTOSCALERS, cpuRequestOf, followsCpuShare, lastingContainers } from "#kube/listings/autoscaled.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { drawRollOut, type RollOut, rollOut, rollOutSchema, rollOutsOf } from "#kube/verbs/roll-out.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, cpuBefore, rejects } from "./attempts.ts";
import { judgeMeasured, judgeRequests } from "./judge-requests.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly target: string;
  readonly container: string;
  readonly autoscaler: string;
  readonly rollout: RollOut;
}

export default defineInjector<Params>({
  id: "hpa-missing-request",
  version: 1,
  title: "A workload with an autoscaler requests no CPU",
  catalogueType: "resource-request-missing",
  layer: "workload",
  scope: "namespace",
  family: "resource-request",
  needs: [],
  fixtures: ["autoscalers"],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    autoscaler: z.string().min(1),
    rollout: rollOutSchema,
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const autoscalers = await listObjects<HorizontalPodAutoscaler>(view, { resource: AUTOSCALERS, namespace });
    const sorted = workloads.map((own) => ({ ...own, facts: factsOf(own, autoscalers) }));
    return {
      // Nothing is too slow before the load grows.
      targets: sorted.flatMap(({ target, facts }) => (facts === undefined ? [] : [{ resource: target, visible: false, facts }])),
      excluded: [
        ...operated,
        ...sorted.flatMap(({ target, facts }) =>
          facts === undefined ? [{ resource: target, reason: "no autoscaler follows how much it uses of the CPU that it requests" }] : [],
        ),
      ],
    };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: rng.stream("container").pick(facts["containers"] as readonly string[]),
    autoscaler: `${facts["autoscaler"]}`,
    rollout: drawRollOut(rng, facts),
  }),
  inject: async (cluster, { target, container, rollout: way }, { namespace }) => {
    // Without its request alone, a container requests as much as its limit.
    const resources = { requests: { cpu: null }, limits: { cpu: null } };
    const template = { spec: { containers: [{ name: container, resources }] } };
    await rollOut(cluster, { namespace, target, way }, { spec: { template } });
  },
  truth: ({ target }) => [{ resource: target, faultType: "hpa-missing-request", catalogueType: "resource-request-missing" }],
  oracle: ({ target }, baseline) => ({
    checks: [
      defectGone("cpu-requested", (view) => judgeRequests(view, { baseline, target })),
      defectGone("load-measured", (view) => judgeMeasured(view, { baseline, target })),
      workloadRuns(baseline, target),
    ],
    trials: [],
  }),
  solve: ({ target, container }, baseline) => {
    const { requests, limits } = cpuBefore(baseline, { target, container });
    const list = (name: "requests" | "limits", cpu: string | undefined) => (cpu === undefined ? "" : ` --${name}=cpu=${cpu}`);
    return [
      [kubectl(`set resources ${target} -c ${container}${list("requests", requests)}${list("limits", limits)}`)],
      [patchContainer(target, container, { resources: { requests: { cpu: requests }, ...(limits && { limits: { cpu: limits } }) } })],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, container, autoscaler }) => [
    {
      look: kubectl("get hpa"),
      shows: [`^${literal(autoscaler)} .*<unknown>/`],
      says: `the autoscaler ${autoscaler} does not know its metric`,
    },
    {
      look: kubectl(`describe hpa ${autoscaler}`),
      shows: [`^Name: +${literal(autoscaler)}$`, `missing request for cpu in container ${literal(container)} of Pod`],
      says: `the container ${container} of ${target} requests no CPU`,
    },
  ],
  symptoms: ({ autoscaler }, { namespace }) => [
    {
      name: "load-unknown",
      isSeen: async (view) => {
        const found = await getObject<HorizontalPodAutoscaler>(view, { resource: AUTOSCALERS, namespace, name: autoscaler });
        return (found?.status?.conditions ?? []).some(isMissingRequest);
      },
    },
  ],
});

/** The autoscaler of a workload, and the containers whose own request can go; undefined: there is none, or it cannot measure anyway. */
const factsOf = ({ workload }: AppWorkload, autoscalers: readonly HorizontalPodAutoscaler[]) => {
  const following = autoscalers.filter((autoscaler) => followsCpuShare(autoscaler, workload));
  const { spec } = workload.spec.template;
  const [autoscaler] = following;
  if (autoscaler === undefined || !lastingContainers(spec).every((container) => (cpuRequestOf(container) ?? 0) > 0)) return undefined;
  return { autoscaler: autoscaler.metadata.name, containers: spec.containers.map(({ name }) => name), rollOuts: rollOutsOf(workload) };
};

const isMissingRequest = ({ type, status, reason, message = "" }: Condition): boolean =>
  type === "ScalingActive" && status === "False" && reason === "FailedGetResourceMetric" && message.includes("missing request for cpu");
