import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { removeProbe } from "#kube/checks/wrong-probe.ts";
import {
  addEarlyProbe,
  type EarlyProbe,
  type EndingProbe,
  earlyProbeEvidence,
  earlyProbeOracle,
  earlyProbeParams,
  listSlowStarters,
  sampleEarlyProbe,
} from "./early-probe.ts";
import { acceptPatience, rejectHaste } from "./early-probe-attempts.ts";
import { defineInjector, type Injector } from "./injector.ts";
import { drawHastySets } from "./probed-sets.ts";
import { restartedByProbe } from "./restarted-by-probe.ts";

/** Parts in which faults of hasty probes differ. */
export interface EarlyProbeFault extends Pick<Injector, "id" | "title" | "catalogueType" | "words"> {
  readonly field: EndingProbe;
  /** Repairs that one of the probes alone has; missing: none. */
  accepts?(params: EarlyProbe, baseline: Baseline): readonly Attempt[];
}

/** Defines a fault that adds a probe which ends a container before its program listens. */
export const earlyProbeFault = ({ field, accepts, ...names }: EarlyProbeFault): Injector<EarlyProbe> =>
  defineInjector({
    ...names,
    version: 1,
    layer: "container",
    scope: "namespace",
    family: "probe",
    needs: [],
    twins: (rng, baseline) => drawHastySets(rng, baseline, field),
    params: earlyProbeParams,
    targets: listSlowStarters,
    sample: sampleEarlyProbe,
    inject: async (cluster, params, { namespace }) => await addEarlyProbe(cluster, { namespace, field }, params),
    truth: ({ target }) => [{ resource: target, faultType: names.id, catalogueType: names.catalogueType }],
    oracle: (params, baseline) => earlyProbeOracle(baseline, params, field),
    solve: (params) => removeProbe(params, field),
    accepts: (params, baseline) => [...acceptPatience(params, baseline, field), ...(accepts?.(params, baseline) ?? [])],
    rejects: (params) => rejectHaste(params, field),
    evidence: (params, place) => earlyProbeEvidence(place, params, field),
    symptoms: (params, { namespace }) => [restartedByProbe(params, namespace)],
  });
