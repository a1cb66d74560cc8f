import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Service } from "#kube/types/network.ts";
import { idleSet } from "./idle-set.ts";
import type { Twin } from "./twin.ts";

/**
 * Draws two to four Services of the app and makes others like them, with a name that ends otherwise, some of them for a trial that
 * somebody gave up.
 *
 * @param specOf draws what one of them is like, from its own stream and the Service that it is like
 */
export const servicesBeside = (
  rng: Rng,
  baseline: Baseline,
  endings: readonly string[],
  specOf: (own: Rng, spec: Service["spec"]) => Service["spec"],
): readonly Twin[] =>
  rng
    .stream("services")
    .shuffle(
      (ownObjects(baseline, "services") as readonly Service[]).filter(
        ({ spec }) => spec.selector !== undefined && spec.ports?.[0] !== undefined,
      ),
    )
    .slice(0, rng.int(2, 4))
    .flatMap(({ metadata, spec }): readonly Twin[] => {
      const own = rng.stream(metadata.name);
      const made = specOf(own, spec);
      const { namespace } = baseline;
      const object: Service = {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: `${metadata.name}-${own.pick(endings)}`, namespace, labels: metadata.labels ?? {} },
        spec: made,
      };
      const isForTrial = own.stream("for trial").chance({ numerator: 3, denominator: 4 });
      return [
        { verb: "create", resource: "services", object },
        ...(isForTrial ? idleSet(own.stream("trial"), baseline, object.metadata.name) : []),
      ];
    });
