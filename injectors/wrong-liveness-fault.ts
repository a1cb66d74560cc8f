import type { Rng } from "#core/rng.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { addWrongProbe, probeFactsOf, removeProbe, type WrongPort, wrongProbeGone } from "#kube/checks/wrong-probe.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { describedAs, describePods } from "./evidence.ts";
import { defineInjector, type Injector, type Target } from "./injector.ts";
import { restartedByProbe } from "./restarted-by-probe.ts";
import { acceptLiveness, rejectLiveness } from "./wrong-liveness-attempts.ts";

/** Parts in which faults of liveness probes that nothing answers differ. */
export interface WrongLivenessFault<P extends WrongPort> extends Pick<Injector<P>, "id" | "title" | "words" | "twins" | "params"> {
  sample(rng: Rng, target: Target): P;
  /** Pattern of what the probe asks, as kubectl describes it. */
  asks(params: P): string;
  /** Words for what it asks. */
  names(params: P): string;
}

/** Defines a fault that gives a container a liveness probe of a port where nothing listens. */
export const wrongLivenessFault = <P extends WrongPort>({ sample, asks, names, ...parts }: WrongLivenessFault<P>): Injector<P> =>
  defineInjector<P>({
    ...parts,
    version: 1,
    catalogueType: "liveness-probe",
    layer: "container",
    scope: "namespace",
    family: "probe",
    needs: [],
    targets: async (view, { app, namespace }) => {
      const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
      return {
        targets: workloads
          .filter((workload) => !hasProbe(workload))
          .map(({ target, workload, component }) => ({
            resource: target,
            visible: component.userShare > 0,
            facts: probeFactsOf(workload),
          })),
        excluded: [
          ...operated,
          ...workloads.filter(hasProbe).map(({ target }) => ({ resource: target, reason: "it has a liveness probe of its own" })),
        ],
      };
    },
    sample,
    inject: async (cluster, params, { namespace }) =>
      await addWrongProbe(cluster, { namespace, field: "livenessProbe", way: "recreate" }, params),
    truth: ({ target }) => [{ resource: target, faultType: parts.id, catalogueType: "liveness-probe" }],
    oracle: (params, baseline) => ({
      checks: [wrongProbeGone(baseline, params, "livenessProbe"), workloadRuns(baseline, params.target)],
      trials: [],
      holdMs: 60_000,
    }),
    solve: (params) => removeProbe(params, "livenessProbe"),
    accepts: acceptLiveness,
    rejects: rejectLiveness,
    evidence: (params, place) => [
      {
        look: describePods(place, params.target),
        shows: [describedAs(params.target), `Liveness: +${asks(params)} `, "Liveness probe failed"],
        says: `the liveness probe of ${params.target} asks ${names(params)}, where nothing answers`,
      },
    ],
    symptoms: (params, { namespace }) => [restartedByProbe(params, namespace)],
  });

const hasProbe = ({ workload }: AppWorkload): boolean => workload.spec.template.spec.containers[0]?.livenessProbe !== undefined;
