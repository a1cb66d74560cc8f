import type { Slot } from "#pool/backend.ts";
import type { InjectedFault } from "./incident.ts";

/** Longest time between the first symptoms and the agent's first observation, ms: a fault that changes by itself is met before it does. */
export const leadMaxMs = ({ isRealTime }: Pick<Slot, "isRealTime">, faults: readonly Pick<InjectedFault, "injector">[]): number =>
  Math.min(
    isRealTime ? WAITED_FOR_MAX_MS : Number.POSITIVE_INFINITY,
    ...faults.map(({ injector }) => injector.latestMs ?? Number.POSITIVE_INFINITY),
  );

/** Longest time that is waited for on a real cluster, ms. */
const WAITED_FOR_MAX_MS = 180_000;
