import type { Condition } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { isInitDone, isInitialized, lastingContainers } from "./pod-containers.ts";
import { isRunning, type PodRuntime } from "./pod-runtime.ts";

type BareCondition = Pick<Condition, "type" | "status" | "reason" | "message">;

/** The five conditions that a kubelet keeps, in the order in which it writes them. */
export const podConditions = (pod: Pod, runtime: PodRuntime, phase: string): readonly BareCondition[] => {
  const containersReady = containersReadiness(pod, runtime, phase);
  return [
    { type: "PodReadyToStartContainers", status: runtime.sandboxIP !== undefined && !runtime.isTornDown ? "True" : "False" },
    { type: "Initialized", ...initialization(pod, runtime, phase) },
    { type: "Ready", ...withGates(pod, containersReady) },
    { type: "ContainersReady", ...containersReady },
    { type: "PodScheduled", status: "True" },
  ];
};

type Truth = Omit<BareCondition, "type">;

const initialization = (pod: Pod, runtime: PodRuntime, phase: string): Truth => {
  if (phase === "Succeeded") return { status: "True", reason: "PodCompleted" };
  if (isInitialized(pod, runtime)) return { status: "True" };
  const waiting = (pod.spec.initContainers ?? [])
    .filter((container) => !isInitDone(container, runtime.containers[container.name]))
    .map(({ name }) => name);
  return { status: "False", reason: "ContainersNotInitialized", message: `containers with incomplete status: [${waiting.join(" ")}]` };
};

const containersReadiness = (pod: Pod, runtime: PodRuntime, phase: string): Truth => {
  if (phase === "Succeeded") return { status: "False", reason: "PodCompleted" };
  if (phase === "Failed") return { status: "False", reason: "PodFailed" };
  const unready = lastingContainers(pod)
    .filter(({ name }) => !isContainerReady(runtime, name))
    .map(({ name }) => name);
  if (unready.length === 0) return { status: "True" };
  return { status: "False", reason: "ContainersNotReady", message: `containers with unready status: [${unready.join(" ")}]` };
};

/** True when a container runs, has started and passes its readiness probe. */
export const isContainerReady = ({ containers }: PodRuntime, name: string): boolean => {
  const container = containers[name];
  return container !== undefined && isRunning(container) && container.isStarted && container.isReady;
};

const withGates = (pod: Pod, containersReady: Truth): Truth => {
  if (containersReady.status !== "True") return containersReady;
  const closed = (pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const gate = pod.status?.conditions?.find(({ type }) => type === conditionType);
    if (gate === undefined) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    return gate.status === "True" ? [] : [`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`];
  });
  return closed.length === 0 ? containersReady : { status: "False", reason: "ReadinessGatesNotReady", message: closed.join(", ") };
};
