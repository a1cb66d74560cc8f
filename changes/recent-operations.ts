import type { Rng } from "#core/rng.ts";
import type { AppComponent } from "#kube/app/app.ts";
import type { Container } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import type { Operation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";
import { patchDeployment, ROLL_OUTS, restarted, restartWrite } from "./roll-outs.ts";

/**
 * Operations of the last minutes that users of a healthy app get over: all where old pods serve until new ones are ready, and only
 * those of a few seconds where they do not.
 */
export const recentOperations = (deployment: Deployment, role: Role = "service"): readonly Operation[] => {
  const { volumes = [] } = deployment.spec.template.spec;
  // A cache that starts anew fills for minutes.
  if (role === "cache") return [SCALE_OUT_AND_IN];
  if (keepsOldPods(deployment)) return RECENT;
  if (role === "registry") return [];
  if (role !== "store") return [RESTART, DELETE_POD, SCALE_OUT, SCALE_OUT_AND_IN];
  // What a store without a volume holds ends with its only pod, and a second pod cannot open a volume that is in use.
  return volumes.some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined) ? [RESTART] : [SCALE_OUT_AND_IN];
};

type Role = AppComponent["role"];

export const RESTART: Operation = { id: "restart", weight: 6, writes: (object, _rng, atMs) => [restartWrite(object.metadata.name, atMs)] };

/** A restart of a Deployment with several pods that takes them all away at once. */
const RESTART_AT_ONCE: Operation = {
  id: "restart-at-once",
  weight: 3,
  fits: (object) => ((object as Deployment).spec.replicas ?? 1) > 1,
  writes: (object, _rng, atMs) => {
    const { metadata, spec } = object as Deployment;
    const strategy = { rollingUpdate: { maxUnavailable: spec.replicas } };
    return [patchDeployment(metadata.name, atMs, "kubectl-edit", { strategy, ...restarted(atMs) })];
  },
};

/** `kubectl delete pod` of one that its controller replaces. */
export const DELETE_POD: Operation = {
  id: "delete-pod",
  weight: 1,
  writes: ({ metadata }, _rng, atMs) => [{ atMs, write: { verb: "replace-pod", target: `deployment/${metadata.name}` } }],
};

export const SCALE_OUT: Operation = {
  id: "scale-out",
  weight: 1,
  writes: (object, rng, atMs) => [scaleTo(object as Deployment, 1, rng, atMs)],
};

/** Longest time until somebody goes back on what did not work, ms. */
const MOST_MS = 70_000;

const SCALE_OUT_AND_IN: Operation = {
  id: "scale-out-and-in",
  weight: 1,
  lastsMs: MOST_MS,
  writes: (object, rng, atMs) => [scaleTo(object as Deployment, 1, rng, atMs), scaleTo(object as Deployment, 0, rng, atMs)],
};

const RECENT: readonly Operation[] = [
  ...ROLL_OUTS.filter(({ leavesBad }) => leavesBad).map((operation) => ({ ...operation, weight: 1 })),
  RESTART,
  RESTART_AT_ONCE,
  DELETE_POD,
  SCALE_OUT,
  {
    id: "no-such-node",
    weight: 1,
    lastsMs: MOST_MS,
    fits: (object) => (object as Deployment).spec.template.spec.nodeSelector === undefined,
    writes: (object, rng, atMs) => {
      const selector = (nodeSelector: object | null) =>
        patchDeployment(object.metadata.name, atMs, "kubectl-edit", { template: { spec: { nodeSelector } } });
      return [selector({ "node.kubernetes.io/instance-type": rng.pick(["m6i.large", "c5.xlarge", "e2-standard-4"]) }), selector(null)];
    },
  },
  {
    id: "wrong-probe",
    weight: 1,
    lastsMs: MOST_MS,
    fits: (object) => firstContainer(object as Deployment).readinessProbe?.httpGet !== undefined,
    writes: (object, rng, atMs) => {
      const { name, readinessProbe } = firstContainer(object as Deployment);
      const probe = (path: string | undefined) =>
        patchDeployment(object.metadata.name, atMs, "kubectl-patch", {
          template: { spec: { containers: [{ name, readinessProbe: { httpGet: { path } } }] } },
        });
      return [probe(rng.pick(["/ready", "/status", "/-/healthy"])), probe(readinessProbe?.httpGet?.path)];
    },
  },
  SCALE_OUT_AND_IN,
];

const firstContainer = ({ spec }: Deployment): Container => spec.template.spec.containers[0] as Container;

const scaleTo = ({ metadata, spec }: Deployment, more: number, rng: Rng, atMs: number): DatedWrite =>
  patchDeployment(metadata.name, atMs, rng.pick(["kubectl-edit", "kubectl-patch"]), { replicas: (spec.replicas ?? 1) + more });
