import { setImmediate as turn } from "node:timers/promises";

/** Lets all calls that have arrived be taken before the next piece of a long one. */
export const nextTurn = (): Promise<void> => turn();
