import { withContainer } from "#kube/objects/with-container.ts";
import { abandonedSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads whose Secrets are not there: nobody has made them yet, or they went when the workload was parked. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const secret = `${name}-${rng.stream(`secret of ${name}`).pick(ENDINGS)}`;
    return abandonedSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ envFrom = [] }) => ({ envFrom: [...envFrom, { secretRef: { name: secret } }] })),
    );
  });

const ENDINGS: readonly string[] = ["secret", "credentials", "login", "keys"];
