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
import { acceptPatience, rejectHaste } from "../early-probe-attempts.ts";
import { defineInjector } from "../injector.ts";
import { drawHastySets } from "../probed-sets.ts";
import { restartedByProbe } from "../restarted-by-probe.ts";
import { words } from "./words.ts";

export default defineInjector<EarlyProbe>({
  id: "startup-probe-too-short",
  version: 1,
  title: "A startup probe allows too little time",
  catalogueType: "startup-probe",
  layer: "container",
  scope: "namespace",
  family: "probe",
  needs: [],
  words,
  twins: (rng, baseline) => drawHastySets(rng, baseline, "startupProbe"),
  params: earlyProbeParams,
  targets: listSlowStarters,
  sample: sampleEarlyProbe,
  inject: async (cluster, params, { namespace }) => await addEarlyProbe(cluster, { namespace, field: "startupProbe" }, params),
  truth: ({ target }) => [{ resource: target, faultType: "startup-probe-too-short", catalogueType: "startup-probe" }],
  oracle: (params, baseline) => earlyProbeOracle(baseline, params, "startupProbe"),
  solve: (params) => removeProbe(params, "startupProbe"),
  accepts: (params, baseline) => acceptPatience(params, baseline, "startupProbe"),
  rejects: (params) => rejectHaste(params, "startupProbe"),
  evidence: (params, place) => earlyProbeEvidence(place, params, "startupProbe"),
  symptoms: (params, { namespace }) => [restartedByProbe(params, namespace)],
});
