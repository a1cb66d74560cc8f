import type { Service } from "#kube/types/network.ts";
import { createObject } from "#kube/verbs/create.ts";
import { defineDecoy } from "../../problem.ts";

/** A Service without endpoints and without callers, as a retired component leaves behind. */
export default defineDecoy({
  id: "unused-service",
  place: async (cluster, { app, namespace }, rng) => {
    const name = `${rng.pick(app.components).name}-${rng.pick(SUFFIXES)}`;
    await createObject(cluster, {
      resource: "services",
      object: {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name, namespace, labels: { app: name } },
        spec: { selector: { app: name }, ports: [{ name: "http", port: 8080, targetPort: 8080 }] },
      } as Service,
    });
  },
});

const SUFFIXES = ["canary", "v1", "legacy", "old", "test"] as const;
