import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";
import { PATHS } from "./paths.ts";

/** Idle workloads with probes that ask their own port by HTTP. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const path = rng.stream(`path of ${name}`).pick(PATHS);
    const rhythm = { initialDelaySeconds: 10, periodSeconds: 10, failureThreshold: 1 };
    return idleSet(rng.stream(name), baseline, name, (template) =>
      withContainer(template, ({ ports }) => ({
        livenessProbe: { httpGet: { path, port: ports?.[0]?.containerPort ?? 8080 }, ...rhythm },
      })),
    );
  });
