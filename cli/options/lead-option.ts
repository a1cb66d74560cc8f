import { wholeNumber } from "./option-values.ts";

/** Option for the time between a fault and the agent's first observation. */
export const LEAD_OPTION = {
  flags: "--lead-time <seconds>",
  description: "time of the world between the first symptoms and the first observation (default: the seed draws some minutes)",
  parse: wholeNumber("--lead-time", 1, 1_800),
};
