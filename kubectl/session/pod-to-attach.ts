import type { Pod } from "#kube/types/pod.ts";
import type { Found } from "../command-line/targets.ts";
import { CommandFailure } from "./errors.ts";
import { requireKind } from "./kinds.ts";
import { PODS, podsOf } from "./pods-of.ts";
import type { Manifest, Session } from "./session.ts";

/** Finds the object of `POD` or `TYPE/NAME`. */
export const namedObject = async (session: Session, word: string, kind = "pods"): Promise<Found> => {
  const slash = word.indexOf("/");
  const row = await requireKind(session, slash === -1 ? kind : word.slice(0, slash));
  return { row, object: await session.get<Manifest>(row, slash === -1 ? word : word.slice(slash + 1)) };
};

/** Timeout until a workload has a pod, ms. */
const POD_TIMEOUT_MS = 60_000;

/**
 * Returns the pod itself, or the best one of a workload or Service; waits until there is one.
 *
 * @throws CommandFailure when the kind has no pods, or none comes in time
 */
export const podToAttach = async (session: Session, { row, object }: Found): Promise<Pod> => {
  if (row.plural === PODS.plural && row.group === "") return object as unknown as Pod;
  const typed = { ...object, apiVersion: object.apiVersion ?? row.version, kind: object.kind ?? row.kind };
  let pod: Pod | undefined;
  const look = async (): Promise<boolean> => {
    pod = (await podsOf(session, typed, "cannot attach to"))[0];
    return pod !== undefined;
  };
  if (!(await look()))
    await session.cluster.clock.until(look, { timeoutMs: session.args.duration("pod-running-timeout") || POD_TIMEOUT_MS });
  if (pod === undefined) throw new CommandFailure("timed out waiting for the condition");
  return pod;
};
