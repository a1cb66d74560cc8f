import { withContainer } from "#kube/objects/with-container.ts";
import { idleSet } from "../idle-set.ts";
import { parkedAutoscaler } from "../parked-autoscaler.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads without requests of CPU, most with an autoscaler that waits for their first replica. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(name);
    const idle = idleSet(own, baseline, name, (template) =>
      withContainer(template, ({ resources = {} }) => ({
        resources: { ...resources, limits: withoutCpu(resources.limits), requests: withoutCpu(resources.requests) },
      })),
    );
    return own.stream("autoscaler").chance(MOSTLY)
      ? idle.flatMap((workload) => [
          workload,
          parkedAutoscaler(workload, { maxReplicas: 3, averageUtilization: own.stream("share").pick([50, 60, 70, 80]) }),
        ])
      : idle;
  });

const MOSTLY = { numerator: 3, denominator: 4 } as const;

const withoutCpu = ({ cpu: _, ...others }: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => others;
