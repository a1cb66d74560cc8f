import { servicesBeside } from "../services-beside.ts";
import type { DrawTwins } from "../twin.ts";

/** Services without a selector, for what is to run outside the cluster one day. */
export const twins: DrawTwins = (rng, baseline) =>
  servicesBeside(rng, baseline, ENDINGS, (_own, { ports = [] }) => ({ ports: ports.map(({ nodePort: _allocated, ...port }) => port) }));

const ENDINGS: readonly string[] = ["external", "managed", "dr", "offsite", "legacy"];
