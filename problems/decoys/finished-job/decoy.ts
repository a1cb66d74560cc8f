import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { defineDecoy } from "../../problem.ts";

/** Jobs that somebody ran by hand some time ago: one was completed, another ran out of its time, and nobody waits for either. */
export default defineDecoy({
  id: "finished-job",
  place: async (cluster, { app, namespace }, rng) => {
    const component = rng.pick(app.components).name;
    const task = rng.pick(["backfill", "verify", "export", "reindex", "cleanup"]);
    // The pod of a Job that ran out of its time is deleted; one that failed would stay, and let alerts fire.
    const runs = [{ seconds: 0 }, { seconds: 600, deadline: rng.int(3, 8) }];
    for (const [run, { seconds, deadline }] of runs.entries()) {
      const container = { name: task, image: "busybox:1.36", command: ["sh", "-c", `sleep ${seconds}; echo done`] };
      const object = {
        apiVersion: "batch/v1",
        kind: "Job",
        metadata: { name: `${component}-${task}-${rng.stream(`run ${run}`).int(100, 999)}`, namespace },
        spec: {
          backoffLimit: 0,
          ...(deadline !== undefined && { activeDeadlineSeconds: deadline }),
          template: { spec: { restartPolicy: "Never", terminationGracePeriodSeconds: 1, containers: [container] } },
        },
      };
      await createObject(cluster, { resource: "jobs.batch", object: object as KubeObject });
    }
  },
});
