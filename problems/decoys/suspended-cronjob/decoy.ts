import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { defineDecoy } from "../../problem.ts";

/** A CronJob that somebody has suspended, and of which nobody waits for the result. */
export default defineDecoy({
  id: "suspended-cronjob",
  place: async (cluster, { app, namespace }, rng) => {
    const name = `${rng.pick(app.components).name}-${rng.pick(["warm-up", "compact", "snapshot"])}`;
    const container = { name: "main", image: "busybox:1.36", command: ["sh", "-c", `sleep ${rng.int(3, 30)}; echo done`] };
    const object = {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name, namespace },
      spec: {
        schedule: `*/${rng.pick([5, 10, 15, 30])} * * * *`,
        suspend: true,
        jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers: [container] } } } },
      },
    };
    await createObject(cluster, { resource: "cronjobs.batch", object: object as KubeObject });
  },
});
