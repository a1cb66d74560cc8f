import type { Pod } from "#kube/types/pod.ts";
import type { UserInfo } from "../apiserver/http/client.ts";
import { getObject } from "../apiserver/store/store.ts";
import { isPodReady } from "../controller-runtime/pod-state.ts";
import type { World } from "../kernel/world.ts";
import { klogLine } from "../processes/klog-line.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import { printLines } from "../processes/process-output.ts";

/** An operator that runs: its process, and the service account in whose name it asks the API server. */
export interface OperatorProcess {
  readonly process: Process;
  readonly user: UserInfo;
  /** Writes a line of its log. */
  log(level: "I" | "W" | "E", source: string, text: string): void;
}

/** The operator of a program that runs in a ready pod and looks after a namespace; undefined where nobody does. */
export const findOperator = (world: World, program: string, namespace: string): OperatorProcess | undefined => {
  const process = processesOf(world, program).find(
    (found) => found.phase === "running" && looksAfter(found, namespace) && isReady(world, found),
  );
  return process === undefined
    ? undefined
    : {
        process,
        user: userOf(process),
        log: (level, source, text) => printLines(world, process, [klogLine(world.nowMs(), level, source, text)], "stderr"),
      };
};

/** True while a program of an operator boots, so that one will run soon. */
export const isOperatorBooting = (world: World, program: string): boolean =>
  processesOf(world, program).some(({ phase }) => phase === "booting");

const processesOf = (world: World, program: string): readonly Process[] => {
  const map = world.map<Process>(PROCESSES);
  return world.memo(`operators/${program}`, map.revision, () => map.values().filter((process) => process.program === program));
};

/** One that is not for the whole cluster looks after its own namespace. */
const looksAfter = ({ start }: Process, namespace: string): boolean =>
  start.pod.metadata.namespace === namespace || !(start.words ?? []).includes("-cluster-scoped=false");

const isReady = (world: World, { start }: Process): boolean => {
  const { namespace, name } = start.pod.metadata;
  const pod = getObject<Pod>(world, "pods", namespace, name);
  return pod !== undefined && pod.metadata.deletionTimestamp === undefined && isPodReady(pod);
};

const userOf = ({ start: { pod } }: Process): UserInfo => {
  const namespace = pod.metadata.namespace ?? "default";
  return {
    username: `system:serviceaccount:${namespace}:${pod.spec.serviceAccountName ?? "default"}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
  };
};
