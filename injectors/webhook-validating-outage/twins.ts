import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { VALIDATING } from "#kube/types/webhooks.ts";
import { givenUpSet } from "../idle-set.ts";
import { inertDefaulters } from "../inert-defaulters.ts";
import { OTHER_WEBHOOKS, type PodWebhook, podWebhook } from "../pod-webhook.ts";
import { type DrawTwins, neighbourName, type Twin } from "../twin.ts";

/**
 * Webhooks without a Service, one of which would change pods, that need not be asked, are asked of what nobody makes, of pods that nobody has or that meet a condition, or of
 * those of a workload that somebody gave up.
 */
export const twins: DrawTwins = (rng, baseline) =>
  // They belong to the cluster, which others share with the namespace.
  baseline.extent !== "cluster"
    ? []
    : [
        ...inertDefaulters(rng.stream("mutating"), baseline, 1),
        ...rng
          .stream("webhooks")
          .shuffle(OTHER_WEBHOOKS)
          .slice(0, rng.int(2, 3))
          .flatMap(({ configuration, backend }) => {
            const own = rng.stream(configuration);
            const { beside = [], ...form } = own.pick(FORMS)(own, baseline);
            const timeoutSeconds = own.stream("timeout").pick([3, 5, 10]);
            const object = podWebhook({ name: configuration, service: backend, namespace: baseline.namespace, timeoutSeconds, ...form });
            const webhook: Twin = { verb: "create", resource: VALIDATING, object };
            return [webhook, ...beside];
          }),
      ];

type MatchCondition = NonNullable<PodWebhook["matchConditions"]>[number];

type Form = Pick<PodWebhook, "failurePolicy" | "resources" | "objectSelector" | "matchConditions"> & { readonly beside?: readonly Twin[] };

const refusesGivenUp = (rng: Rng, baseline: Baseline): Form => {
  const name = neighbourName(rng, baseline);
  const objectSelector = { matchLabels: { [baseline.app.labelKey]: name } };
  return { failurePolicy: "Fail", objectSelector, beside: givenUpSet(rng.stream(name), baseline, name) };
};

const conditional = (rng: Rng): Form => ({ failurePolicy: "Fail", matchConditions: [rng.pick(CONDITIONS)] });

const FORMS: readonly ((rng: Rng, baseline: Baseline) => Form)[] = [
  () => ({ failurePolicy: "Ignore" }),
  () => ({ failurePolicy: "Fail", resources: ["podtemplates", "replicationcontrollers"] }),
  refusesGivenUp,
  refusesGivenUp,
  conditional,
  conditional,
];

/** Conditions that none of the app's pods meets, nor any that people make for it. */
const CONDITIONS: readonly MatchCondition[] = [
  { name: "by-pipeline", expression: "request.userInfo.username == 'system:serviceaccount:ci:deployer'" },
  { name: "runs-builds", expression: "object.spec.serviceAccountName == 'build-runner'" },
  { name: "asked-for", expression: "has(object.metadata.annotations) && 'example.com/reviewed' in object.metadata.annotations" },
];
