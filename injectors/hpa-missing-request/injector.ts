import { z } from "zod";
import { err, ok, type Result } from "#core/result.ts";
import { kubectl } from "#core/tool-call.ts";
import { patchContainer } from "#kube/checks/attempts.ts";
import { defectGone, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { AUTOSCALERS, cpuRequestOfPod, followsCpuShare } from "#kube/listings/autoscaled.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { parseObjectRef } from "#kube/objects/object-ref.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector, type Target } from "../injector.ts";
import { lookAtRevisions } from "../look-at-revisions.ts";
import { accepts, cpuBefore, rejects } from "./attempts.ts";
import { judgeMeasured, judgeRequests } from "./judge-requests.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly target: string;
  readonly container: string;
  readonly autoscaler: string;
}

export default defineInjector<Params>({
  id: "hpa-missing-request",
  version: 1,
  title: "A workload with an autoscaler requests no CPU",
  catalogueType: "resource-request-missing",
  layer: "autoscaling",
  scope: "namespace",
  family: "autoscaler-metric",
  needs: [],
  fixtures: ["autoscalers"],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    autoscaler: z.string().min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const autoscalers = await listObjects<HorizontalPodAutoscaler>(view, { resource: AUTOSCALERS, namespace });
    const sorted = workloads.map((own) => ({ target: own.target, found: factsOf(own, autoscalers) }));
    return {
      // Nothing is too slow before the load grows.
      targets: sorted.flatMap(({ target, found }) => (found.ok ? [{ resource: target, visible: false, facts: found.value }] : [])),
      excluded: [...operated, ...sorted.flatMap(({ target, found }) => (found.ok ? [] : [{ resource: target, reason: found.error }]))],
    };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: rng.stream("container").pick(facts["containers"] as readonly string[]),
    autoscaler: `${facts["autoscaler"]}`,
  }),
  inject: async (cluster, { target, container }, { namespace }) => {
    // Without its request alone, a container requests as much as its limit.
    const resources = { requests: { cpu: null }, limits: { cpu: null } };
    const patch = { spec: { template: { spec: { containers: [{ name: container, resources }] } } } };
    const resource = parseObjectRef(target)?.resource ?? "";
    await patchObject(cluster, { resource, namespace, name: nameOf(target), patchType: "strategic", patch });
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
    const look = lookAtRevisions(target, ".containers[*].resources");
    return [
      [look, kubectl(`set resources ${target} -c ${container}${list("requests", requests)}${list("limits", limits)}`)],
      [look, patchContainer(target, container, { resources: { requests: { cpu: requests }, ...(limits && { limits: { cpu: limits } }) } })],
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

/** The autoscaler of a workload and the containers whose requests can go, or the reason why they cannot. */
const factsOf = ({ workload }: AppWorkload, autoscalers: readonly HorizontalPodAutoscaler[]): Result<Target["facts"], string> => {
  const autoscaler = autoscalers.find((candidate) => followsCpuShare(candidate, workload));
  if (autoscaler === undefined) return err("no autoscaler follows how much it uses of the CPU that it requests");
  if (cpuRequestOfPod(workload.spec.template.spec) === undefined) return err("one of its containers requests no CPU anyway");
  if (!keepsOldPods(workload)) return err("a roll-out takes all of its pods away at once, which users notice");
  const containers = workload.spec.template.spec.containers.map(({ name }) => name);
  return ok({ autoscaler: autoscaler.metadata.name, containers });
};

const isMissingRequest = ({ type, status, reason, message = "" }: Condition): boolean =>
  type === "ScalingActive" && status === "False" && reason === "FailedGetResourceMetric" && message.includes("missing request for cpu");
