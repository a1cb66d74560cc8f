import { pickNode } from "../../pick-node.ts";
import { defineNoise } from "../../problem.ts";

/**
 * Restarts the kubelet of an uninvolved worker, which takes a while: what is scraped from it has a gap, and its containers run on.
 *
 * Only where clusters are copied: elsewhere an episode that is given up would leave a node without a kubelet.
 */
export default defineNoise({
  id: "metric-gap",
  meanGapMs: 450_000,
  needs: ["disturb.kubelet", "fork"],
  strike: async (cluster, { app }, options) => {
    const node = await pickNode(cluster, app, options);
    if (node !== undefined) await cluster.disturb.kubelet(node.metadata.name, "stopped");
  },
  // Less than the 40 s after which a node that says nothing is not ready, and more than an interval between two scrapes.
  recovery: {
    afterMs: [18_000, 27_000],
    end: async (cluster, { app }, options) => {
      const node = await pickNode(cluster, app, options);
      if (node !== undefined) await cluster.disturb.kubelet(node.metadata.name, "running");
    },
  },
});
