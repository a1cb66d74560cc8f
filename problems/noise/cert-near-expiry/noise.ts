import { toTimestamp } from "#core/timestamp.ts";
import { createObject } from "#kube/verbs/create.ts";
import { type Warning, warningEvent } from "../../noise-event.ts";
import { nodeReference, pickNode } from "../../pick-node.ts";
import { defineNoise } from "../../problem.ts";

/** Warns of a certificate of a node that is good for weeks still, and is renewed before. */
export default defineNoise({
  id: "cert-near-expiry",
  meanGapMs: 500_000,
  needs: ["exclusive-cluster"],
  strike: async (cluster, { app }, options) => {
    const node = await pickNode(cluster, app, options);
    if (node === undefined) return;
    const own = options.rng.stream("certificate");
    const { file, subject } = own.pick(CERTIFICATES);
    const days = own.int(18, 25);
    // Until a second of its own, as it was issued: on the day that is that many days away.
    const untilMs = Math.floor(cluster.clock.nowMs() / DAY_MS + days) * DAY_MS + own.int(0, 86_399) * 1000;
    const { name } = node.metadata;
    const warning: Warning = {
      involvedObject: nodeReference(node),
      reason: "CertificateExpirationWarning",
      message: `Node certificates require attention: ${file}: certificate ${subject(name)} will expire within ${days + 1} days at ${toTimestamp(untilMs)}`,
      source: { component: "cert-monitor", host: name },
    };
    await createObject(cluster, { resource: "events", object: warningEvent(warning, "default", cluster.clock.nowMs(), own) });
  },
});

const DAY_MS = 86_400_000;

const CERTIFICATES: readonly { readonly file: string; readonly subject: (node: string) => string }[] = [
  { file: "/var/lib/kubelet/pki/kubelet-client-current.pem", subject: (node) => `CN=system:node:${node},O=system:nodes` },
  { file: "/var/lib/kubelet/pki/kubelet.crt", subject: (node) => `CN=${node}-ca` },
];
