import { removeProbe } from "#kube/checks/wrong-probe.ts";
import {
  addEarlyProbe,
  type EarlyProbe,
  earlyProbeEvidence,
  earlyProbeOracle,
  earlyProbeParams,
  listSlowStarters,
  sampleEarlyProbe,
} from "../early-probe.ts";
import { acceptPatience, rejectHaste, startFirst } from "../early-probe-attempts.ts";
import { defineInjector } from "../injector.ts";
import { drawHastySets } from "../probed-sets.ts";
import { restartedByProbe } from "../restarted-by-probe.ts";
import { words } from "./words.ts";

export default defineInjector<EarlyProbe>({
  id: "liveness-probe-too-aggressive",
  version: 1,
  title: "A liveness probe gives too little time",
  catalogueType: "liveness-probe-timing",
  layer: "container",
  scope: "namespace",
  family: "probe",
  needs: [],
  words,
  twins: (rng, baseline) => drawHastySets(rng, baseline, "livenessProbe"),
  params: earlyProbeParams,
  targets: listSlowStarters,
  sample: sampleEarlyProbe,
  inject: async (cluster, params, { namespace }) => await addEarlyProbe(cluster, { namespace, field: "livenessProbe" }, params),
  truth: ({ target }) => [{ resource: target, faultType: "liveness-probe-too-aggressive", catalogueType: "liveness-probe-timing" }],
  oracle: (params, baseline) => earlyProbeOracle(baseline, params, "livenessProbe"),
  solve: (params) => removeProbe(params, "livenessProbe"),
  accepts: (params, baseline) => [...acceptPatience(params, baseline, "livenessProbe"), startFirst(params, baseline)],
  rejects: (params) => rejectHaste(params, "livenessProbe"),
  evidence: (params, place) => earlyProbeEvidence(place, params, "livenessProbe"),
  symptoms: (params, { namespace }) => [restartedByProbe(params, namespace)],
});
