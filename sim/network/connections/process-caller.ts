import { isSameJson } from "#core/canonical-json.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { isRecording, type RecordedRead, recordRead } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { findProcess } from "../../processes/process-keys.ts";
import { networkPodRevision } from "../network-revision.ts";
import { callerOf, connect } from "./connect.ts";
import type { Caller, ConnectionOutcome, ConnectionTarget } from "./connection.ts";

/** A process as the network sees it: its pod as it is now. */
export const callerOfProcess = (world: World, process: Process): Caller => {
  const callers = world.memo("network/callers", networkPodRevision(world), () => new Map<Process, Known>());
  let known = callers.get(process);
  if (known === undefined) {
    known = knownAs(process, findCaller(world, process));
    callers.set(process, known);
  }
  if (isRecording()) recordRead(known.read);
  return known.caller;
};

/** A caller, and how others take down that they made something of it. */
interface Known {
  readonly caller: Caller;
  readonly read: RecordedRead;
}

const knownAs = (process: Process, caller: Caller): Known => ({
  caller,
  read: { kind: "answer", holds: (world) => isSameJson(callerOfProcess(world, process), caller) },
});

const findCaller = (world: World, { start: { pod } }: Process): Caller =>
  callerOf(getObject<Pod>(world, "pods", pod.metadata.namespace, pod.metadata.name) ?? pod);

/** Targets of a connection from a process to `host:port`. */
export const dial = (world: World, process: Process, host: string, port: number): readonly ConnectionTarget[] =>
  connect(world, callerOfProcess(world, process), host, port);

/** Result of a connection with retries: a server that speaks the wanted protocol, if there is one. */
export const reach = (world: World, process: Process, host: string, port: number, serves: string): Reached => {
  const targets = dial(world, process, host, port);
  for (const { outcome } of targets) {
    if (outcome.kind !== "connected" || outcome.serves !== serves) continue;
    const server = findProcess(world, outcome.process);
    if (server !== undefined) return { kind: "reached", server };
  }
  const failed = targets.find(({ outcome }) => outcome.kind !== "connected")?.outcome ?? targets[0]?.outcome;
  return { kind: "failed", outcome: failed ?? { kind: "dropped", address: `${host}:${port}` } };
};

export type Reached =
  | { readonly kind: "reached"; readonly server: Process }
  | { readonly kind: "failed"; readonly outcome: ConnectionOutcome };
