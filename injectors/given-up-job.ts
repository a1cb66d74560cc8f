import type { Rng } from "#core/rng.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { Job } from "#kube/types/workloads.ts";
import { unpushedRelease } from "./idle-set.ts";
import type { CreatedTwin } from "./twin.ts";

/** A Job that does nothing: it is suspended, or its image was never pushed, so that its pod waits for it. */
export const givenUpJob = (rng: Rng, { spec, ...job }: Job): CreatedTwin => {
  const change = rng.stream("suspended").chance({ numerator: 1, denominator: 4 })
    ? { suspend: true }
    : { template: withContainer(spec.template, ({ image = "" }) => ({ image: unpushedRelease(rng, image) })) };
  return { verb: "create", resource: "jobs.batch", object: { ...job, spec: { ...spec, ...change } } as Job };
};
