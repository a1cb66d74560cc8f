import { workloadTarget } from "#kube/checks/fault-target.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { createObject } from "#kube/verbs/create.ts";
import { oneOffJob } from "../../one-off-job.ts";
import { pickComponent } from "../../pick-component.ts";
import { defineNoise } from "../../problem.ts";

/** Runs a Job beside the app that fails, as it does now and then, and is cleaned up: an alert fires in between. */
export default defineNoise({
  id: "alert-flap",
  meanGapMs: 500_000,
  strike: async (cluster, { app, namespace }, options) => {
    // The image of a store is on the nodes already, and has a shell.
    const component = pickComponent(app, options, ({ role }) => role === "store");
    const workload = component && (await readWorkload(cluster, namespace, workloadTarget(component)));
    const image = workload?.spec.template.spec.containers[0]?.image;
    if (component === undefined || image === undefined) return;
    const { rng } = options;
    const name = `${component.name}-${rng.pick(["upload", "mirror", "rotate"])}-${rng.int(10_000, 99_999)}`;
    const command = `sleep ${rng.int(5, 20)}; echo '${rng.pick(WORDS)}' >&2; exit 1`;
    const resources = { requests: { cpu: "10m", memory: "16Mi" }, limits: { cpu: "100m" } };
    const object = oneOffJob({ name, namespace, image, command, resources, keptSeconds: rng.int(90, 180) });
    await createObject(cluster, { resource: "jobs.batch", object, fieldManager: "kubectl-create" });
  },
});

const WORDS = [
  "upload failed: 503 Service Unavailable, giving up until the next run",
  "lock is held by another run, nothing to do",
  "remote end closed the connection; will be retried by the next run",
] as const;
