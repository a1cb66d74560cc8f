import { OTHER_WEBHOOKS, podWebhook } from "#injectors/pod-webhook.ts";
import { VALIDATING } from "#kube/types/webhooks.ts";
import { createObject } from "#kube/verbs/create.ts";
import { defineDecoy } from "../../problem.ts";

/** Four webhooks without a Service that are asked of other namespaces, and must not fail there. */
export default defineDecoy({
  id: "inert-webhooks",
  scope: "cluster",
  place: async (cluster, _place, rng) => {
    const elsewhere = rng.stream("namespaces").shuffle(NAMESPACES);
    for (const [i, { configuration, backend }] of rng.stream("webhooks").shuffle(OTHER_WEBHOOKS).slice(0, COUNT).entries()) {
      const namespace = elsewhere[i % elsewhere.length] as string;
      const timeoutSeconds = rng.stream(configuration).pick([2, 5, 10]);
      const object = podWebhook({ name: configuration, service: backend, namespace, timeoutSeconds, failurePolicy: "Fail" });
      await createObject(cluster, { resource: VALIDATING, object });
    }
  },
});

const COUNT = 4;

const NAMESPACES: readonly string[] = ["staging", "batch", "ci-runners", "data-platform"];
