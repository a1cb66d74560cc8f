import { configMapsBeside, shuffledStores } from "../config-maps-beside.ts";
import type { DrawTwins } from "../twin.ts";

/** Configurations of servers with TLS in several modes, which no server reads. */
export const twins: DrawTwins = (rng, baseline) =>
  configMapsBeside(rng, baseline, shuffledStores(rng, baseline), (own) => {
    const mode = own.pick(["requireTLS", "preferTLS", "allowTLS", "disabled"]);
    return { ending: own.stream("ending").pick(ENDINGS), data: { "server.conf": `net:\n  tls:\n    mode: ${mode}\n` } };
  });

const ENDINGS: readonly string[] = ["tls", "tls-plan", "encrypted", "mtls"];
