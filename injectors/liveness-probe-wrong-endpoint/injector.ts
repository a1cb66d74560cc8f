import { workloadRuns } from "#kube/checks/fault-checks.ts";
import {
  addWrongProbe,
  probeFactsOf,
  removeProbe,
  sampleWrongProbe,
  type WrongProbe,
  wrongProbeGone,
  wrongProbeParams,
} from "#kube/checks/wrong-probe.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { restartedByProbe } from "../restarted-by-probe.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<WrongProbe>({
  id: "liveness-probe-wrong-endpoint",
  version: 1,
  title: "A liveness probe asks an endpoint that is not there",
  catalogueType: "liveness-probe",
  layer: "container",
  scope: "namespace",
  family: "probe",
  needs: [],
  words,
  twins,
  params: wrongProbeParams,
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    return {
      targets: workloads
        .filter((workload) => !hasProbe(workload))
        .map(({ target, workload, component }) => ({ resource: target, visible: component.userShare > 0, facts: probeFactsOf(workload) })),
      excluded: [
        ...operated,
        ...workloads.filter(hasProbe).map(({ target }) => ({ resource: target, reason: "it has a liveness probe of its own" })),
      ],
    };
  },
  sample: (rng, target) => sampleWrongProbe(rng, target, ["/healthz", "/health", "/livez"]),
  inject: async (cluster, params, { namespace }) =>
    await addWrongProbe(cluster, { namespace, field: "livenessProbe", way: "recreate" }, params),
  truth: ({ target }) => [{ resource: target, faultType: "liveness-probe-wrong-endpoint", catalogueType: "liveness-probe" }],
  oracle: (params, baseline) => ({
    checks: [wrongProbeGone(baseline, params, "livenessProbe"), workloadRuns(baseline, params.target)],
    trials: [],
    holdMs: 60_000,
  }),
  solve: (params) => removeProbe(params, "livenessProbe"),
  accepts,
  rejects,
  evidence: ({ target, path, port }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `Liveness: +http-get http://:${port}${literal(path)} `, "Liveness probe failed"],
      says: `the liveness probe of ${target} asks :${port}${path}, where nothing answers`,
    },
  ],
  symptoms: (params, { namespace }) => [restartedByProbe(params, namespace)],
});

const hasProbe = ({ workload }: AppWorkload): boolean => workload.spec.template.spec.containers[0]?.livenessProbe !== undefined;
