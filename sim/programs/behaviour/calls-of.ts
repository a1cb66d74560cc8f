import type { CallBehaviour, OperationBehaviour } from "#kube/app/behaviour.ts";

/** Calls of an operation without the brackets that say which are made at once. */
export const callsOf = (calls: OperationBehaviour["calls"]): readonly CallBehaviour[] =>
  calls.flatMap((call) => ("parallel" in call ? call.parallel : [call]));
