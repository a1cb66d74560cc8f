import type { Rng } from "#core/rng.ts";
import type { Job } from "#kube/types/workloads.ts";
import { unpushedRelease } from "./idle-set.ts";
import type { CreatedTwin } from "./twin.ts";

/** A Job that does nothing: it is suspended, or its image was never pushed, so that its pod waits for it. */
export const givenUpJob = (rng: Rng, { metadata, spec, ...job }: Job): CreatedTwin => {
  const { containers, ...pod } = spec.template.spec;
  const object = rng.stream("suspended").chance({ numerator: 1, denominator: 3 })
    ? { ...job, metadata, spec: { ...spec, suspend: true } }
    : {
        ...job,
        metadata,
        spec: {
          ...spec,
          template: {
            ...spec.template,
            spec: { ...pod, containers: containers.map((one) => ({ ...one, image: unpushedRelease(rng, one.image ?? "") })) },
          },
        },
      };
  return { verb: "create", resource: "jobs.batch", object: object as Job };
};
