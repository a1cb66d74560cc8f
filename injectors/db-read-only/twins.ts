import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { Container } from "#kube/types/pod.ts";
import { idleSet } from "../idle-set.ts";
import type { DrawTwins } from "../twin.ts";
import { productOf } from "./read-only.ts";

/** Idle servers beside the app that refuse what is written, as replicas and copies for reports do, and some that only look so. */
export const twins: DrawTwins = (rng, baseline) => {
  const servers = serversOf(baseline);
  return Array.from({ length: rng.int(2, 4) }, (_, i) => rng.stream(`server ${i}`)).flatMap((own) => {
    const { name, container } = own.pick(servers.length === 0 ? OTHERS : servers);
    const { refusing = [], harmless = [] } = productOf(container.image ?? "") ?? {};
    const further = own.stream("words").pick(own.stream("refuses").chance(MOSTLY) ? refusing : harmless);
    const args = [...(container.args ?? []), ...further];
    return idleSet(
      own,
      baseline,
      `${name}-${own.stream("ending").pick(ENDINGS)}`,
      ({ spec: { initContainers: _first, ...spec }, ...template }) => ({
        ...template,
        spec: { ...spec, containers: [{ ...container, args }] },
      }),
    );
  });
};

/** A server as others beside it would be. */
interface Server {
  readonly name: string;
  readonly container: Container;
}

const serversOf = (baseline: Baseline): readonly Server[] =>
  ["deployments.apps", "statefulsets.apps"]
    .flatMap((resource) => ownObjects(baseline, resource) as readonly Workload[])
    .flatMap(({ metadata, spec }) => {
      const { name = "", image = "", args = [], ports = [] } = spec.template.spec.containers[0] ?? {};
      return productOf(image) === undefined ? [] : [{ name: metadata.name, container: { name, image, args, ports } }];
    });

const OTHERS: readonly Server[] = [
  { name: "reports-mysql", container: { name: "mysql", image: "mysql:8.0.36" } },
  { name: "sessions-redis", container: { name: "redis", image: "redis:7.2.4" } },
];

const MOSTLY = { numerator: 2, denominator: 3 } as const;

const ENDINGS: readonly string[] = ["replica", "standby", "copy", "reports", "archive", "b"];
