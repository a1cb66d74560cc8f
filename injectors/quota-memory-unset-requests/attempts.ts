import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, barePodText } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { Container, Pod, ResourceRequirements } from "#kube/types/pod.ts";
import { tryAgain } from "../refused-pods.ts";
import { replacements, sparingTheQuota } from "../tight-quota.ts";
import { type Field, lackingContainers, type Params } from "./lacking-containers.ts";

export const accepts = (params: Params): readonly Attempt[] => replacements(params, { [params.field]: params.amount }, { pods: "200" });

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota, field } = params;
  return [
    ...sparingTheQuota(params, baseline),
    { name: "run a pod without a controller", calls: [kubectl("apply -f -", filledPodText(params, baseline))] },
    {
      name: "raise the quota",
      calls: [kubectl(`patch ${quota} --type=merge -p '${JSON.stringify({ spec: { hard: { [field]: "512Gi" } } })}'`), tryAgain(target)],
    },
    ...(doOthersLack(params, baseline)
      ? [
          {
            name: "give the amount to this workload alone",
            calls: [kubectl(`patch ${target} -p '${JSON.stringify(filled(params, baseline))}'`)],
          },
        ]
      : []),
  ];
};

/** Patch of the containers of the target that leave the amount open. */
const filled = ({ target, field }: Params, baseline: Baseline) => {
  const spec: Record<string, object[]> = {};
  for (const { list, name } of lackingContainers(baselineWorkload(baseline, target).spec.template.spec, field))
    spec[list] = [...(spec[list] ?? []), { name, resources: SAID[field] }];
  return { spec: { template: { spec } } };
};

/** A pod like the target's that says how much memory it wants. */
const filledPodText = ({ target, field }: Params, baseline: Baseline): string => {
  const pod = JSON.parse(barePodText(baseline, target)) as Pod;
  const say = (container: Container): Container => {
    const { requests, limits, ...others } = container.resources ?? {};
    const [asked, most] = [
      { ...SAID[field].requests, ...requests },
      { ...SAID[field].limits, ...limits },
    ];
    return { ...container, resources: { ...others, requests: asked, limits: most } };
  };
  const { containers, initContainers = [] } = pod.spec;
  return JSON.stringify({ ...pod, spec: { ...pod.spec, containers: containers.map(say), initContainers: initContainers.map(say) } });
};

const SAID: Readonly<Record<Field, ResourceRequirements>> = {
  "requests.memory": { requests: { memory: "32Mi" } },
  "limits.memory": { limits: { memory: "512Mi" } },
};

const doOthersLack = ({ target, field }: Params, baseline: Baseline): boolean =>
  ["deployments.apps", "statefulsets.apps"]
    .flatMap((resource) => ownObjects(baseline, resource) as readonly Workload[])
    .some(
      ({ metadata, spec }) =>
        metadata.name !== nameOf(target) &&
        baseline.app.components.some(({ name }) => name === metadata.name) &&
        lackingContainers(spec.template.spec, field).length > 0,
    );
