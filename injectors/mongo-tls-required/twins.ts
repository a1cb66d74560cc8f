import { configMapsBeside, shuffledStores } from "../config-maps-beside.ts";
import { storesBeside } from "../stores-beside.ts";
import type { DrawTwins } from "../twin.ts";
import { tlsOptions } from "./tls-options.ts";

/** Configurations of servers with TLS in several modes, which no server reads, and servers that demand it and never started. */
export const twins: DrawTwins = (rng, baseline) => [
  ...configMapsBeside(rng, baseline, shuffledStores(rng, baseline), (own) => {
    const mode = own.pick(["requireTLS", "preferTLS", "allowTLS", "disabled"]);
    return { ending: own.stream("ending").pick(ENDINGS), data: { "server.conf": `net:\n  tls:\n    mode: ${mode}\n` } };
  }),
  ...storesBeside(
    rng,
    baseline,
    ({ image = "" }) => /(?:^|\/)mongo(?::|$)/.test(image),
    (own, args) => [...args, ...tlsOptions({ certificate: own.pick(CERTIFICATES) }, "requireTLS")],
  ),
];

const CERTIFICATES: readonly string[] = ["/etc/mongo/tls/server.pem", "/etc/ssl/mongodb.pem", "/tls/tls.pem"];

const ENDINGS: readonly string[] = ["tls", "tls-plan", "encrypted", "mtls"];
