import { setTimeout as sleep } from "node:timers/promises";
import { refreshKnownAddresses, registerAgain, SIGN_OF_LIFE_MS } from "#sim/programs/behaviour/registration.ts";
import type { ProgramPlace } from "#sim/programs/runtime/program.ts";
import { settle } from "../settle.ts";

/** Learns from the registry where the others are, and now and then makes sure that it knows this program. */
export const keepRegistered = async (place: ProgramPlace): Promise<never> => {
  for (let lastMs = Date.now(); ; ) {
    await sleep(LOOK_MS);
    await settle(refreshKnownAddresses(place));
    if (Date.now() - lastMs < SIGN_OF_LIFE_MS) continue;
    lastMs = Date.now();
    await settle(registerAgain(place));
  }
};

/** Interval of polling the registry for other programs, ms. */
const LOOK_MS = 1000;
