import { labelsMatch } from "#kube/objects/label-selector.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ChangeObserver, TimerHandler, World } from "../kernel/world.ts";
import { isKubeletRunning } from "../machines/machines.ts";
import type { ProcessExit } from "../processes/process.ts";
import { onContainerExited } from "./container/container-exit.ts";
import { containersToStart } from "./container/containers-to-start.ts";
import { killAfterHook, runPostStart } from "./container/post-start.ts";
import { continueAfterPull, continueAfterStart, continueStarting, runContainer } from "./container/start-containers.ts";
import { applyExits } from "./container/stop-containers.ts";
import { READY, RESTART, restartKubelet, tellReady } from "./node/control-kubelet.ts";
import { CONTAINER_EXITED, DEADLINE, PROBE, REPORT, STEP, SYNC, syncNoLaterThan } from "./node/kubelet-timers.ts";
import { drawDelayMs } from "./node/node-time.ts";
import { NODE_STATUS, onSchedulabilityChanged, reportSchedulability } from "./node/schedulability.ts";
import { type PodRuntime, runtimeOf } from "./pod/pod-runtime.ts";
import { type PodContext, type PodStep, podContext } from "./pod/pod-steps.ts";
import { reportAgain } from "./pod/report-again.ts";
import { setUpPod } from "./pod/set-up-pod.ts";
import { MIRROR, onMirrorDeleted, showMirror } from "./pod/static-pods.ts";
import { endAtDeadline, syncPod } from "./pod/sync-pod.ts";
import { completePod, finalizePod, finishTermination, forgetPod } from "./pod/terminate-pod.ts";
import { checkParkedProbes, PROBE_ROUND } from "./probes/parked-probes.ts";
import { type ProbePayload, runProbeTimer } from "./probes/probe-worker.ts";
import { checkLocalStorage, LOCAL_STORAGE } from "./volumes/local-storage.ts";
import { onVolumeSourceChanged, REFRESH, refreshVolumes } from "./volumes/refresh-volumes.ts";

/** The kubelets' part of the world's timers. */
export const kubeletTimers: Readonly<Record<string, TimerHandler>> = {
  [SYNC]: (world, key) => syncPod(world, key),
  [STEP]: (world, key, payload) => takeStep(world, key, payload as { readonly uid: string; readonly step: PodStep }),
  [REPORT]: reportAgain,
  [CONTAINER_EXITED]: (world, key, payload) => onContainerExited(world, key, payload as ProcessExit),
  [PROBE]: (world, key, payload) => runProbeTimer(world, key, payload as ProbePayload),
  [PROBE_ROUND]: (world) => checkParkedProbes(world),
  [LOCAL_STORAGE]: (world, key, payload) => checkLocalStorage(world, key, payload as string),
  [REFRESH]: (world, key) => refreshVolumes(world, key),
  [NODE_STATUS]: reportSchedulability,
  [RESTART]: restartKubelet,
  [READY]: tellReady,
  [MIRROR]: showMirror,
  [DEADLINE]: (world, key, payload) => endAtDeadline(world, key, payload as string),
};

/** Wakes the kubelet of a pod that was bound to its node, changed by another component, or deleted. */
const wakeKubelet: ChangeObserver = (world, { type, resource, key, object, previous }) => {
  if (resource !== "pods") return;
  const pod = object as Pod;
  const node = pod.spec.nodeName;
  if (node === undefined) return;
  if (type === "DELETED") return forgetSoon(world, key, pod);
  if (!isKubeletRunning(world, node) || (previous !== undefined && isOwnChange(previous as Pod, pod))) return;
  syncNoLaterThan(world, key, world.nowMs() + drawDelayMs(world, `watch/${key}`, 10, 50));
};

/** The kubelets' observers of changes. */
export const kubeletObservers: readonly ChangeObserver[] = [wakeKubelet, onSchedulabilityChanged, onMirrorDeleted, onVolumeSourceChanged];

/** Tells changes that the kubelet can ignore, such as its own status writes. */
const isOwnChange = (before: Pod, after: Pod): boolean =>
  !concernsReadiness(before, after) &&
  before.spec === after.spec &&
  before.metadata.deletionTimestamp === after.metadata.deletionTimestamp &&
  before.metadata.generation === after.metadata.generation &&
  sameLabels(before.metadata.labels, after.metadata.labels) &&
  sameLabels(before.metadata.annotations, after.metadata.annotations);

/** Tells whether readiness gates or the kubelet's own conditions were changed by another component. */
const concernsReadiness = ({ status: before }: Pod, { status: after, spec }: Pod): boolean => {
  if (before?.conditions === after?.conditions) return false;
  const isSame = (wanted: string): boolean => conditionOf(before, wanted) === conditionOf(after, wanted);
  if ((spec.readinessGates ?? []).some(({ conditionType }) => !isSame(conditionType))) return true;
  return conditionOf(before, "Ready") !== undefined && conditionOf(after, "Ready") === undefined;
};

const conditionOf = (status: Pod["status"], wanted: string): string | undefined =>
  status?.conditions?.find(({ type }) => type === wanted)?.status;

const sameLabels = (a: Pod["metadata"]["labels"], b: Pod["metadata"]["labels"]): boolean =>
  a === b || (labelsMatch(a, b) && labelsMatch(b, a));

/** Plans the cleanup of a deleted pod, once its kubelet runs. */
const forgetSoon = (world: World, key: string, pod: Pod): void => {
  const runtime: PodRuntime | undefined = runtimeOf(world, key);
  if (runtime === undefined || runtime.uid !== pod.metadata.uid || !isKubeletRunning(world, runtime.node)) return;
  forgetPod(world, key, runtime, pod);
};

const takeStep = (world: World, podKey: string, { uid, step }: { readonly uid: string; readonly step: PodStep }): void => {
  const context = podContext(world, podKey, uid);
  if (context !== undefined) steps[step.kind](world, context, step as never);
};

const steps: {
  readonly [K in PodStep["kind"]]: (world: World, context: PodContext, step: Extract<PodStep, { readonly kind: K }>) => void;
} = {
  "set-up": (world, context) => setUpPod(world, context),
  start: (world, context, { plan }) => continueStarting(world, context, plan),
  pulled: (world, context, { plan, pull }) => continueAfterPull(world, context, plan, pull),
  run: (world, context, { plan }) => runContainer(world, context, plan),
  "post-start": (world, context, { plan }) => runPostStart(world, context, plan),
  "post-started": (world, context, { plan, failure }) => {
    if (failure === undefined) continueAfterStart(world, context, plan);
    else killAfterHook(world, context, plan, failure);
  },
  killed: (world, context, { exits }) => {
    const runtime = applyExits(world, context.podKey, context.runtime, exits);
    continueStarting(world, { ...context, runtime }, { names: containersToStart(context.pod, runtime), hasStarted: true });
  },
  terminated: (world, context, { exits }) => finishTermination(world, context, exits),
  complete: (world, context) => completePod(world, context),
  finalize: (world, context) => finalizePod(world, context),
};
