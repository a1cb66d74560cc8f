import { parkedSet } from "../idle-set.ts";
import { parkedAutoscaler } from "../parked-autoscaler.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/**
 * Autoscalers of parked workloads, with which they share half a name: of some the kind is another, some allow one replica alone. Of others the
 * workload was taken away and the autoscaler left.
 */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(name);
    const isLeft = own.stream("left").chance({ numerator: 1, denominator: 2 });
    return parkedSet(own, baseline, name).flatMap((workload) => [
      ...(isLeft ? [] : [workload]),
      parkedAutoscaler(workload, {
        name: own.stream("ending").pick([name, `${name}-hpa`, `${name}-scaler`]),
        maxReplicas: own.stream("most").pick([1, 1, 3, 4]),
        averageUtilization: own.stream("share").pick([50, 60, 70, 80]),
      }),
    ]);
  });
