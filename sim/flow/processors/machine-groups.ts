import { cpuRequestOf, lastingContainers } from "#kube/listings/autoscaled.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import { recordRead } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { type ControlGroup, groupOf, taskOf } from "./control-group.ts";
import { cpuWeight, DEFAULT_WEIGHT } from "./cpu-weight.ts";

/** Cores that the processes of a container want. */
export interface ContainerWish {
  readonly process: Process;
  /** Cores that its program's requests want. */
  readonly wanted: number;
  /** Processes beside these that compute without a pause. */
  readonly busy: number;
}

/** Control groups of a node's machine: its own programs, and its pods by their quality of service, as the kubelet makes them. */
export const machineGroups = (
  world: World,
  node: string,
  { cores, busyProgram, wishes }: { readonly cores: number; readonly busyProgram: number; readonly wishes: readonly ContainerWish[] },
): ControlGroup => {
  const pods = [...Map.groupBy(wishes, ({ process }) => process.podUid).values()].map((members) => ({
    qos: members[0]?.process.start.pod.status?.qosClass,
    group: podGroup(members),
  }));
  const of = (qos: string): readonly ControlGroup[] => pods.flatMap((pod) => ((pod.qos ?? "BestEffort") === qos ? [pod.group] : []));
  const burstable = { name: "burstable", weight: cpuWeight(burstableRequests(world, node)) };
  return groupOf({ name: node, weight: 1 }, [
    groupOf({ name: "system", weight: DEFAULT_WEIGHT }, [
      taskOf(SERVICES, DEFAULT_WEIGHT, SERVICES_CORES),
      taskOf(BUSY_PROGRAM, DEFAULT_WEIGHT, busyProgram),
    ]),
    groupOf({ name: "kubepods", weight: cpuWeight(cores) }, [
      ...of("Guaranteed"),
      groupOf(burstable, of("Burstable")),
      groupOf({ name: "besteffort", weight: cpuWeight(0) }, of("BestEffort")),
    ]),
  ]);
};

/** Names of the tasks of a machine's own programs. */
const SERVICES = "services";
export const BUSY_PROGRAM = "busy program";

/** Cores that the kubelet, the container runtime and the system use at most. */
export const SERVICES_CORES = 0.25;

/** Name of the task of a container's processes that compute without a pause; that of its program is the process's key. */
export const busyTask = ({ key }: Process): string => `${key} busy`;

/** CPU limit of a container in cores; infinite where it has none. */
const quotaOf = ({ resources }: Container): number => {
  const limit = resources?.limits?.["cpu"];
  return limit === undefined ? Number.POSITIVE_INFINITY : milliValue(limit) / 1000;
};

const podGroup = (wishes: readonly ContainerWish[]): ControlGroup => {
  const { key, start } = (wishes[0] as ContainerWish).process;
  return groupOf(
    { name: `pod of ${key}`, weight: cpuWeight(podRequest(start.pod)) },
    wishes.map(({ process, wanted, busy }) => {
      const { container } = process.start;
      return groupOf({ name: `container ${process.key}`, weight: cpuWeight(requestOf(container)), most: quotaOf(container) }, [
        taskOf(process.key, DEFAULT_WEIGHT, wanted),
        ...(busy > 0 ? [taskOf(busyTask(process), DEFAULT_WEIGHT * busy, busy)] : []),
      ]);
    }),
  );
};

const requestOf = (container: Container): number => (cpuRequestOf(container) ?? 0) / 1000;

const podRequest = ({ spec }: Pod): number => lastingContainers(spec).reduce((sum, container) => sum + requestOf(container), 0);

/** Cores that the node's pods of this quality of service request together, idle ones as well. */
const burstableRequests = (world: World, node: string): number => {
  const was = requestsByNode(world).get(node) ?? 0;
  recordRead({ kind: "answer", holds: (later) => (requestsByNode(later).get(node) ?? 0) === was });
  return was;
};

const requestsByNode = (world: World): ReadonlyMap<string, number> => {
  const processes = world.map<Process>(PROCESSES);
  return world.memo("flow/burstable-requests", processes.revision, () => {
    const pods = new Map([...processes.values()].map(({ podUid, start }) => [podUid, start.pod]));
    const sums = new Map<string, number>();
    for (const pod of pods.values()) {
      const { nodeName = "" } = pod.spec;
      if (pod.status?.qosClass === "Burstable") sums.set(nodeName, (sums.get(nodeName) ?? 0) + podRequest(pod));
    }
    return sums;
  });
};
