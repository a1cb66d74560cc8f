import { VALIDATING } from "#kube/types/webhooks.ts";
import { OTHER_WEBHOOKS, podWebhook } from "../pod-webhook.ts";
import type { DrawTwins } from "../twin.ts";

/** Webhooks without a Service that need not be asked, are asked of what nobody makes, or of pods that nobody has. */
export const twins: DrawTwins = (rng, { namespace, extent }) =>
  // They belong to the cluster, which others share with the namespace.
  extent !== "cluster"
    ? []
    : rng
        .stream("webhooks")
        .shuffle(OTHER_WEBHOOKS)
        .slice(0, rng.int(2, 3))
        .map(({ configuration, backend }) => {
          const own = rng.stream(configuration);
          const form = own.pick([
            { failurePolicy: "Ignore" },
            { failurePolicy: "Fail", resources: ["podtemplates", "replicationcontrollers"] },
            { failurePolicy: "Fail", objectSelector: { matchLabels: { "policy/checked": "strict" } } },
          ]);
          const timeoutSeconds = own.stream("timeout").pick([3, 5, 10]);
          const object = podWebhook({ name: configuration, service: backend, namespace, timeoutSeconds, ...form });
          return { verb: "create", resource: VALIDATING, object };
        });
