import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import {
  type Attempt,
  createAnew,
  patchContainer,
  replaceByChart,
  restartPods,
  scaleDown,
  scaleUp,
  tolerateAll,
} from "#kube/checks/attempts.ts";
import { baselineReplicas } from "#kube/checks/fault-checks.ts";
import { hostPorts } from "#kube/objects/host-ports.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { Params } from "./injector.ts";

export const accepts = ({ target, container, containerPort }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
  // Each pod then needs a node of its own, also while one is replaced.
  ...(baselineReplicas(baseline, target) > 1
    ? []
    : [
        {
          name: "ask for a port that is free",
          calls: [patchContainer(target, container, { ports: [{ containerPort, hostPort: freePort(baseline) }] })],
        },
      ]),
];

export const rejects = ({ target, container, containerPort, hostPort }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  tolerateAll(target),
  {
    name: "ask for the port at one address of the node",
    calls: [patchContainer(target, container, { ports: [{ containerPort, hostPort, hostIP: "127.0.0.1" }] })],
  },
  ...holdersOf(baseline, hostPort).map(({ namespace, name }) => ({
    name: "stop what has the port",
    calls: [kubectl(`delete daemonset ${name} -n ${namespace}`)],
  })),
];

/** A port of the node that no recorded pod has. */
const freePort = ({ objects }: Baseline): number => {
  const taken = new Set(((objects["pods"] ?? []) as readonly Pod[]).flatMap(({ spec }) => hostPorts(spec)));
  return CANDIDATES.find((port) => !taken.has(`TCP/${port}`)) as number;
};

const CANDIDATES: readonly number[] = [19_100, 19_101, 19_102, 19_103];

/** The DaemonSet whose pods have the port, where the slot has other namespaces than the app's. */
const holdersOf = ({ objects }: Baseline, port: number): readonly { readonly namespace: string; readonly name: string }[] =>
  ((objects["pods"] ?? []) as readonly Pod[])
    .filter(({ spec }) => hostPorts(spec).includes(`TCP/${port}`))
    .flatMap(({ metadata: { namespace = "", ownerReferences = [] } }) =>
      ownerReferences.filter(({ kind }) => kind === "DaemonSet").map(({ name }) => ({ namespace, name })),
    )
    .slice(0, 1);
