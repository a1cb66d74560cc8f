import { keepFor } from "#core/keep-for.ts";
import type { ProgramBehaviour } from "#kube/app/behaviour.ts";
import { isLookUp, isServiceCall } from "#kube/app/call-kinds.ts";
import { callsOf } from "./calls-of.ts";

/** Settings with addresses that a program uses: of its store, of caches, and of those whom it calls by name. */
export const addressesUsedBy = keepFor(({ store, consumes, operations }: ProgramBehaviour): readonly string[] => {
  const calls = Object.values(operations).flatMap((operation) => callsOf(operation.calls));
  const called = calls.flatMap((call) => (isLookUp(call) || isServiceCall(call) ? (call.address ?? []) : []));
  return [...new Set([...(store === undefined ? [] : [store.address]), ...(consumes === undefined ? [] : [consumes.address]), ...called])];
});
