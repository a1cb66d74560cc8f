import { patchObject } from "#kube/verbs/patch.ts";
import { defineDecoy } from "../../problem.ts";

/** A note of a recent change on a Deployment that runs as it did before. */
export default defineDecoy({
  id: "change-note",
  place: async (cluster, { app, namespace }, rng) => {
    const deployments = app.components.filter(({ workload }) => workload === "deployment");
    if (deployments.length === 0) return;
    const ticket = `${rng.pick(["OPS", "CHG", "PLAT"])}-${rng.int(1000, 9999)}`;
    const annotations = {
      "kubernetes.io/change-cause": `${ticket}: ${rng.pick(CAUSES)}`,
      "example.com/changed-by": rng.pick(["release-bot", "mona", "jun", "platform-team"]),
    };
    await patchObject(cluster, {
      resource: "deployments.apps",
      namespace,
      name: rng.pick(deployments).name,
      patchType: "merge",
      patch: { metadata: { annotations } },
    });
  },
});

const CAUSES = [
  "lower the memory limit after review",
  "new base image",
  "switch to the new network policy",
  "move off worker nodes that will be replaced",
  "change the readiness check",
  "read settings from the new ConfigMap",
] as const;
