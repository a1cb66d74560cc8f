import type { StatefulSet } from "#kube/types/workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { defineDecoy } from "../../problem.ts";

/** A StatefulSet without replicas, whose image nobody can pull any more: a trial that somebody gave up. */
export default defineDecoy({
  id: "retired-workload",
  place: async (cluster, { app, namespace }, rng) => {
    const component = rng.pick(app.components).name;
    const name = `${component}-${rng.pick(["cluster", "next", "shadow", "replica"])}`;
    const labels = { app: name };
    const container = { name: component, image: `registry.internal/team/${component}:build-${rng.int(100, 4000)}` };
    await createObject(cluster, {
      resource: "statefulsets.apps",
      object: {
        apiVersion: "apps/v1",
        kind: "StatefulSet",
        metadata: { name, namespace, labels },
        spec: {
          replicas: 0,
          serviceName: name,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [container] } },
        },
      } as StatefulSet,
    });
  },
});
