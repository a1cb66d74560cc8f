import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer, replaceByChart, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { type BasicResource, effectiveRequest, withRequest } from "#kube/objects/effective-requests.ts";
import { milliValue, sumQuantities, unitValue } from "#kube/objects/quantity.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { ResourceRequirements } from "#kube/types/pod.ts";
import { abandonedSet } from "./idle-set.ts";
import { neighbourNames, type Twin } from "./twin.ts";
import type { TemplateParams } from "./unschedulable-template.ts";

/** A container and what it requests, more than any node has. */
export interface OversizedParams extends TemplateParams {
  readonly container: string;
  readonly quantity: string;
}

/** Requirements of a container as recorded in the baseline, and its place in the template. */
export const resourcesBefore = (
  baseline: Baseline,
  { target, container }: Pick<OversizedParams, "target" | "container">,
): { readonly resources: ResourceRequirements; readonly at: number } => {
  const { containers } = baselineWorkload(baseline, target).spec.template.spec;
  const at = containers.findIndex(({ name }) => name === container);
  return { resources: containers[at]?.resources ?? {}, at };
};

export const acceptsOfRequest = (params: OversizedParams, baseline: Baseline, resource: BasicResource): readonly Attempt[] => {
  const { resources } = resourcesBefore(baseline, params);
  const before = effectiveRequest({ resources }, resource);
  const ample = withRequest(resources, resource, before === undefined ? MODEST[resource] : sumQuantities([before, before]));
  return [
    replaceByChart(baseline, params.target),
    { name: "request a little more than before", calls: [patchContainer(params.target, params.container, { resources: ample })] },
  ];
};

export const rejectsOfRequest = (params: OversizedParams, baseline: Baseline, resource: BasicResource): readonly Attempt[] => {
  const { target, container, quantity } = params;
  const { resources } = resourcesBefore(baseline, params);
  const before = effectiveRequest({ resources }, resource);
  const limit = resources.limits?.[resource];
  const set = (changed: ResourceRequirements) => [patchContainer(target, container, { resources: changed })];
  const other = (ownObjects(baseline, "deployments.apps") ?? []).find(({ metadata }) => metadata.name !== nameOf(target));
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    { name: "ask for a tenth less", calls: set(withRequest(resources, resource, tenthLess(quantity, resource))) },
    { name: "lower another request", calls: set({ requests: resource === "memory" ? { cpu: "5m" } : { memory: "4Mi" } }) },
    {
      name: "lower the requests of another workload",
      calls: [kubectl(`set resources deployment/${other?.metadata.name} --requests=${resource}=${LITTLE[resource]}`)],
    },
    ...(before === undefined
      ? []
      : [
          {
            name: "request next to nothing",
            calls: set({ requests: { [resource]: LITTLE[resource] }, ...(limit !== undefined && { limits: { [resource]: limit } }) }),
          },
        ]),
    ...(limit === undefined || before === undefined
      ? []
      : [{ name: "lower the request and leave the limit", calls: set({ requests: { [resource]: before } }) }]),
  ];
};

const MODEST: Readonly<Record<BasicResource, string>> = { memory: "192Mi", cpu: "150m" };

const LITTLE: Readonly<Record<BasicResource, string>> = { memory: "1Mi", cpu: "1m" };

const tenthLess = (quantity: string, resource: BasicResource): string =>
  resource === "memory" ? `${Math.ceil((0.9 * unitValue(quantity)) / 2 ** 20)}Mi` : `${Math.ceil(0.9 * milliValue(quantity))}m`;

/** Idle workloads that were meant for larger machines. */
export const twinsOfRequest = (rng: Rng, baseline: Baseline, resource: BasicResource, draw: (own: Rng) => string): readonly Twin[] =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const quantity = draw(rng.stream(`${resource} of ${name}`));
    return abandonedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ resources = {} }) => ({ resources: withRequest(resources, resource, quantity) })),
    );
  });
