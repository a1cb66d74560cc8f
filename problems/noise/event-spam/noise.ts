import type { Rng } from "#core/rng.ts";
import { createObject } from "#kube/verbs/create.ts";
import { type Warning, warningEvent } from "../../noise-event.ts";
import { nodeReference, pickNode } from "../../pick-node.ts";
import { defineNoise } from "../../problem.ts";

/** Reports several warnings of a node's kubelet and kube-proxy one after the other, of the sort that comes to nothing. */
export default defineNoise({
  id: "event-spam",
  meanGapMs: 250_000,
  needs: ["exclusive-cluster"],
  strike: async (cluster, { app }, options) => {
    const node = await pickNode(cluster, app, options);
    if (node === undefined) return;
    const own = options.rng.stream("warnings");
    for (const { component, reason, message } of own.shuffle(WARNINGS).slice(0, own.int(2, WARNINGS.length))) {
      const source = { component, host: node.metadata.name };
      const warning: Warning = { involvedObject: nodeReference(node), reason, message: message(own.stream(reason)), source };
      await createObject(cluster, { resource: "events", object: warningEvent(warning, "default", cluster.clock.nowMs(), own) });
    }
  },
});

const WARNINGS: readonly { readonly component: string; readonly reason: string; readonly message: (rng: Rng) => string }[] = [
  {
    component: "kubelet",
    reason: "ImageGCFailed",
    message: (rng) =>
      `Failed to garbage collect required amount of images. Attempted to free ${rng.int(200, 900)} MB, but only found ${rng.int(0, 90)} MB eligible to free.`,
  },
  {
    component: "sysctl-monitor",
    reason: "NodeSysctlChange",
    message: (rng) => `sysctl ${rng.pick(["net.ipv4.tcp_keepalive_time", "vm.max_map_count", "net.core.somaxconn"])} was changed`,
  },
  {
    component: "kubelet",
    reason: "ContainerGCFailed",
    message: () => "rpc error: code = DeadlineExceeded desc = context deadline exceeded",
  },
  {
    component: "kubelet",
    reason: "CheckLimitsForResolvConf",
    message: () => "Resolv.conf file '/etc/resolv.conf' contains search line consisting of more than 3 domains!",
  },
];
