import { ownObjects } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { Service } from "#kube/types/network.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads with the address of a Service in a variable, at a port that it has or has not. */
export const twins: DrawTwins = (rng, baseline) => {
  const services = (ownObjects(baseline, "services") as readonly Service[]).filter(({ spec }) => spec.ports?.[0] !== undefined);
  if (services.length === 0) return [];
  return neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(name);
    const { metadata, spec } = own.pick(services);
    const port = (spec.ports?.[0]?.port ?? 80) + own.pick([0, 1, 1, 2]);
    const variable = { name: `${metadata.name.toUpperCase().replaceAll("-", "_")}_ADDR`, value: `${metadata.name}:${port}` };
    return idleSet(own, baseline, name, (template) =>
      withContainer(template, ({ env = [] }) => ({ env: [...env.filter((one) => one.name !== variable.name), variable] })),
    );
  });
};
