import { keepFor } from "#core/keep-for.ts";
import type { ContainerStatus, Pod } from "../types/pod.ts";
import { ageColumn, type Column, nameColumn, text, wide } from "./column.ts";
import { ageSince } from "./human-duration.ts";

/** Values of a pod's columns. */
export interface PodSummary {
  /** `Running`, `CrashLoopBackOff`, `Init:0/1`, `Terminating`, …. */
  readonly status: string;
  readonly ready: number;
  readonly total: number;
  readonly restarts: number;
  /** Time at which a container last ended, RFC 3339; undefined if none has. */
  readonly lastRestart: string | undefined;
}

/** Computes STATUS, READY and RESTARTS of a pod as the API server does. */
export const summarisePod = (pod: Pod): PodSummary => {
  const init = summariseInit(pod);
  const isStarting = init.reason !== undefined && !isTrue(pod, "Initialized");
  const main = isStarting ? undefined : summariseContainers(pod, init.reason ?? plainReason(pod));
  const lastRestart = main === undefined ? init.lastRestart : latest(init.sidecarLastRestart, main.lastRestart);
  return {
    status: terminatingReason(pod) ?? main?.reason ?? init.reason ?? plainReason(pod),
    ready: init.ready + (main?.ready ?? 0),
    total: pod.spec.containers.length + (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always").length,
    restarts: main === undefined ? init.restarts : init.sidecarRestarts + main.restarts,
    lastRestart,
  };
};

const isTrue = ({ status }: Pod, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && condition.status === "True") ?? false;

const plainReason = ({ status }: Pod): string => {
  if (status?.conditions?.some(({ type, reason }) => type === "PodScheduled" && reason === "SchedulingGated")) return "SchedulingGated";
  return status?.reason || status?.phase || "";
};

const terminatingReason = ({ metadata, status }: Pod): string | undefined => {
  if (metadata.deletionTimestamp === undefined) return undefined;
  if (status?.reason === "NodeLost") return "Unknown";
  return status?.phase === "Succeeded" || status?.phase === "Failed" ? undefined : "Terminating";
};

const latest = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && a < b) ? b : a;

const endedReason = ({ reason, signal, exitCode }: NonNullable<NonNullable<ContainerStatus["state"]>["terminated"]>): string =>
  reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);

interface InitSummary {
  /** Reason for STATUS; undefined once all init containers are done. */
  readonly reason: string | undefined;
  readonly ready: number;
  readonly restarts: number;
  readonly lastRestart: string | undefined;
  readonly sidecarRestarts: number;
  readonly sidecarLastRestart: string | undefined;
}

const NO_INIT: InitSummary = {
  reason: undefined,
  ready: 0,
  restarts: 0,
  lastRestart: undefined,
  sidecarRestarts: 0,
  sidecarLastRestart: undefined,
};

/** Summarises the init containers; the first that is not done decides. */
const summariseInit = ({ spec, status }: Pod): InitSummary => {
  const statuses = status?.initContainerStatuses;
  if (statuses === undefined || statuses.length === 0) return NO_INIT;
  const total = spec.initContainers?.length ?? 0;
  const sum = { ...NO_INIT };
  for (const [index, container] of statuses.entries()) {
    const isSidecar = spec.initContainers?.find(({ name }) => name === container.name)?.restartPolicy === "Always";
    const ended = container.lastState?.terminated?.finishedAt;
    Object.assign(sum, { restarts: sum.restarts + container.restartCount, lastRestart: latest(sum.lastRestart, ended) });
    if (isSidecar)
      Object.assign(sum, {
        sidecarRestarts: sum.sidecarRestarts + container.restartCount,
        sidecarLastRestart: latest(sum.sidecarLastRestart, ended),
      });
    const { terminated, waiting } = container.state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (isSidecar && container.started === true) {
      Object.assign(sum, { ready: sum.ready + (container.ready ? 1 : 0) });
      continue;
    }
    if (terminated) return { ...sum, reason: `Init:${endedReason(terminated)}` };
    return {
      ...sum,
      reason: waiting?.reason && waiting.reason !== "PodInitializing" ? `Init:${waiting.reason}` : `Init:${index}/${total}`,
    };
  }
  return sum;
};

interface MainSummary {
  readonly reason: string;
  readonly ready: number;
  readonly restarts: number;
  readonly lastRestart: string | undefined;
}

/** Summarises the main containers from last to first, since the reason of the first one wins. */
const summariseContainers = (pod: Pod, before: string): MainSummary => {
  let reason = before;
  let errorReason = "";
  let ready = 0;
  let restarts = 0;
  let lastRestart: string | undefined;
  const statuses = pod.status?.containerStatuses ?? [];
  for (let i = statuses.length - 1; i >= 0; i--) {
    const { state, lastState, restartCount, ready: isReady } = statuses[i] as ContainerStatus;
    restarts += restartCount;
    lastRestart = latest(lastRestart, lastState?.terminated?.finishedAt);
    if (state?.waiting?.reason) reason = state.waiting.reason;
    else if (state?.terminated) {
      reason = endedReason(state.terminated);
      if (state.terminated.exitCode !== 0) errorReason = reason;
    } else if (isReady && state?.running) ready++;
  }
  if (reason === "Completed") {
    if (ready > 0 && isTrue(pod, "Ready")) reason = "Running";
    else if (errorReason !== "") reason = errorReason;
    else if (ready > 0) reason = "NotReady";
  }
  return { reason, ready, restarts, lastRestart };
};

const summaryOf = keepFor((pod: Pod): PodSummary => summarisePod(pod));

const restartsText = (pod: Pod, nowMs: number): string => {
  const { restarts, lastRestart } = summaryOf(pod);
  return restarts !== 0 && lastRestart !== undefined ? `${restarts} (${ageSince(lastRestart, nowMs)} ago)` : String(restarts);
};

const gatesText = ({ spec, status }: Pod): string => {
  const gates = spec.readinessGates ?? [];
  if (gates.length === 0) return "<none>";
  const held = gates.filter(({ conditionType }) =>
    status?.conditions?.some(({ type, status: value }) => type === conditionType && value === "True"),
  );
  return `${held.length}/${gates.length}`;
};

/** Columns of pods. */
export const podColumns: readonly Column<Pod>[] = [
  nameColumn,
  text("Ready", (pod) => `${summaryOf(pod).ready}/${summaryOf(pod).total}`),
  text("Status", (pod) => summaryOf(pod).status),
  text("Restarts", restartsText),
  ageColumn,
  wide("IP", ({ status }) => status?.podIPs?.[0]?.ip || "<none>"),
  wide("Node", ({ spec }) => spec.nodeName || "<none>"),
  wide("Nominated Node", ({ status }) => status?.nominatedNodeName || "<none>"),
  wide("Readiness Gates", gatesText),
];
