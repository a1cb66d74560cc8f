import type { Deployment } from "#kube/types/workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { defineDecoy } from "../../problem.ts";

/** A Deployment of somebody else, whose pod waits for a machine that is only there at times, and says so: in a namespace where no alert watches. */
export default defineDecoy({
  id: "pending-pod",
  scope: "cluster",
  place: async (cluster, _place, rng) => {
    const name = `${rng.pick(["nightly", "weekly", "optional"])}-${rng.pick(["embeddings", "training", "thumbnails", "transcode"])}`;
    const labels = { app: name };
    const annotations = { "example.com/note": rng.pick(NOTES) };
    const nodeSelector = rng.pick<Readonly<Record<string, string>>>([
      { accelerator: "nvidia-t4" },
      { pool: "gpu" },
      { "node.example.com/class": "spot-large" },
    ]);
    const container = { name: "main", image: "busybox:1.36", command: ["sleep", "86400"], resources: { requests: { cpu: "100m" } } };
    await createObject(cluster, {
      resource: "deployments.apps",
      object: {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name, namespace: "default", labels, annotations },
        spec: {
          replicas: 1,
          selector: { matchLabels: labels },
          template: { metadata: { labels, annotations }, spec: { nodeSelector, containers: [container] } },
        },
      } as Deployment,
    });
  },
});

const NOTES = [
  "optional: runs when the machines of the night are there",
  "waits for spot capacity; nobody needs to be told",
  "best effort, starts as soon as there is a node for it",
] as const;
