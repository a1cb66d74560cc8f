import type { Rng } from "#core/rng.ts";
import { listWorkers } from "#kube/listings/list-nodes.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Lets a program of a node itself, as a backup's, keep some cores busy for two minutes. */
export default defineNoise({
  id: "cpu-neighbour",
  meanGapMs: 350_000,
  needs: ["disturb.cpu"],
  strike: async (cluster, { app }, options) => {
    const node = await drawNode(cluster, options.rng);
    // Whatever runs there shares the node's cores.
    if (node === undefined || pickComponent(app, options) === undefined) return;
    await cluster.disturb.cpu(node, options.rng.stream("cores").int(1, 4));
  },
  recovery: {
    afterMs: [120_000, 120_000],
    end: async (cluster, _place, { rng }) => {
      const node = await drawNode(cluster, rng);
      if (node !== undefined) await cluster.disturb.cpu(node, 0);
    },
  },
});

/** Draws a worker by a number of its own, so that it is the same one when another has gone meanwhile. */
const drawNode = async (view: ClusterView, rng: Rng): Promise<string | undefined> => {
  const drawn = (await listWorkers(view)).map(({ metadata: { name } }) => ({ name, number: rng.stream(`node ${name}`).uint32() }));
  return drawn.sort((a, b) => a.number - b.number)[0]?.name;
};
