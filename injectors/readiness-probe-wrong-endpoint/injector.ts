import { defectGone, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { readyEndpointPods } from "#kube/checks/service.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
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
import { drawRollOut, type RollOut, rollOutSchema, rollOutsOf } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends WrongProbe {
  readonly rollout: RollOut;
}

export default defineInjector<Params>({
  id: "readiness-probe-wrong-endpoint",
  version: 2,
  title: "A readiness probe asks an endpoint that is not there",
  catalogueType: "readiness-probe",
  layer: "container",
  scope: "namespace",
  family: "probe",
  correlates: true,
  needs: [],
  words,
  twins,
  params: wrongProbeParams.extend({ rollout: rollOutSchema }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    return {
      targets: workloads
        .filter((workload) => exclusionOf(workload) === undefined)
        .map(({ target, workload, component }) => ({
          resource: target,
          visible: component.userShare > 0,
          facts: { ...probeFactsOf(workload), rollOuts: rollOutsOf(workload) },
        })),
      excluded: [
        ...operated,
        ...workloads.flatMap((workload) => {
          const reason = exclusionOf(workload);
          return reason === undefined ? [] : [{ resource: workload.target, reason }];
        }),
      ],
    };
  },
  sample: (rng, target) => ({
    ...sampleWrongProbe(rng, target, ["/healthz", "/ready", "/readyz"]),
    rollout: drawRollOut(rng, target.facts),
  }),
  isLatent: ({ rollout }) => rollout === "rolling",
  inject: async (cluster, params, { namespace }) =>
    await addWrongProbe(cluster, { namespace, field: "readinessProbe", way: params.rollout }, params),
  truth: ({ target }) => [{ resource: target, faultType: "readiness-probe-wrong-endpoint", catalogueType: "readiness-probe" }],
  oracle: (params, baseline) => ({
    checks: [
      wrongProbeGone(baseline, params, "readinessProbe"),
      defectGone("endpoint-ready", async (view) => {
        const pods = await readyEndpointPods(view, baseline.namespace, nameOf(params.target));
        return { held: pods.length > 0, evidence: `${pods.length} ready endpoints` };
      }),
      workloadRuns(baseline, params.target),
    ],
    trials: [],
  }),
  solve: (params) => removeProbe(params, "readinessProbe"),
  accepts,
  rejects,
  evidence: ({ target, path, port }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `Readiness: +http-get http://:${port}${literal(path)} `, "Readiness probe failed"],
      says: `the readiness probe of ${target} asks :${port}${path}, where nothing answers`,
    },
  ],
  symptoms: ({ target, container, rollout }, { namespace }) => [
    {
      name: "running-not-ready",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        const pods = workload === undefined ? [] : await podsOf(view, workload);
        const isRunning = (pod: (typeof pods)[number]) =>
          pod.status?.containerStatuses?.some(({ name, state }) => name === container && state?.running !== undefined);
        const waiting = pods.filter((pod) => !isPodReady(pod) && isRunning(pod));
        return waiting.length > 0 && (rollout === "rolling" || waiting.length === pods.length);
      },
    },
  ],
});

const exclusionOf = ({ workload, component }: AppWorkload): string | undefined => {
  if (component.dnsCallers.length === 0) return "its callers do not use the Service, so an unready pod keeps its traffic";
  return workload.spec.template.spec.containers[0]?.readinessProbe === undefined ? undefined : "it has a readiness probe of its own";
};
