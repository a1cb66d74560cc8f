import type { Rng } from "#core/rng.ts";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { addWrongProbe, probeFactsOf, removeProbe, type WrongPort, wrongProbeGone } from "#kube/checks/wrong-probe.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { describedAs, describePods } from "./evidence.ts";
import { defineInjector, type Exclusion, type Injector, type Target } from "./injector.ts";
import { restartedByProbe } from "./restarted-by-probe.ts";
import { acceptLiveness, rejectLiveness } from "./wrong-liveness-attempts.ts";

/** Parts in which faults of liveness probes differ that get no answer, or none that they understand. */
export interface WrongLivenessFault<P extends WrongPort> extends Pick<Injector<P>, "id" | "title" | "words" | "twins" | "params"> {
  /** Facts of a workload that `sample` uses, or the reason why it is no target; missing: those of `probeFactsOf`. */
  factsOf?(workload: AppWorkload): Target["facts"] | string;
  sample(rng: Rng, target: Target): P;
  /** Pattern of what the probe asks, as kubectl describes it. */
  asks(params: P): string;
  /** Pattern of what the kubelet says of the answer; missing: any. */
  readonly answer?: string;
  /** Words for what it asks, and for why that is of no use. */
  says(params: P): string;
}

/** Defines a fault that gives a container a liveness probe that never passes. */
export const wrongLivenessFault = <P extends WrongPort>({
  factsOf = ({ workload }) => probeFactsOf(workload),
  sample,
  asks,
  answer = "",
  says,
  ...parts
}: WrongLivenessFault<P>): Injector<P> =>
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
      const [targets, excluded]: [Target[], Exclusion[]] = [[], [...operated]];
      for (const workload of workloads) {
        const { target: resource, component } = workload;
        const facts = hasProbe(workload) ? "it has a liveness probe of its own" : factsOf(workload);
        if (typeof facts === "string") excluded.push({ resource, reason: facts });
        else targets.push({ resource, visible: component.userShare > 0, facts });
      }
      return { targets, excluded };
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
        shows: [describedAs(params.target), `Liveness: +${asks(params)} `, `Liveness probe failed${answer}`],
        says: `the liveness probe of ${params.target} asks ${says(params)}`,
      },
    ],
    symptoms: (params, { namespace }) => [restartedByProbe(params, namespace)],
  });

const hasProbe = ({ workload }: AppWorkload): boolean => workload.spec.template.spec.containers[0]?.livenessProbe !== undefined;
