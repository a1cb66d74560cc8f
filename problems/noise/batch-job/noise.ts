import { workloadTarget } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { createObject } from "#kube/verbs/create.ts";
import { oneOffJob } from "../../one-off-job.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Runs a Job beside the app, which keeps a core busy for a while, ends, and is cleaned up. */
export default defineNoise({
  id: "batch-job",
  meanGapMs: 350_000,
  strike: async (cluster, { app, namespace }, options) => {
    // The image of a store is on the nodes already, and has a shell.
    const component = pickComponent(app, options, ({ role }) => role === "store");
    const workload = component && (await readWorkload(cluster, namespace, workloadTarget(component)));
    const image = workload?.spec.template.spec.containers[0]?.image;
    if (component === undefined || image === undefined) return;
    const { rng } = options;
    const name = `${component.name}-${rng.pick(["verify", "archive", "count"])}-${rng.int(10_000, 99_999)}`;
    const command = `dd if=/dev/zero of=/dev/null bs=1M count=${rng.int(4, 16)}000; sleep ${rng.int(20, 90)}; echo done`;
    await createObject(cluster, {
      resource: "jobs.batch",
      object: oneOffJob({ name, namespace, image, command, resources: RESOURCES, keptSeconds: 300 }),
      fieldManager: "kubectl-create",
    });
  },
});

const RESOURCES = { requests: { cpu: "50m", memory: "32Mi" }, limits: { cpu: "1" } };
