import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { MUTATING } from "#kube/types/webhooks.ts";
import { drawCertificate } from "./certificate.ts";
import { givenUpSet } from "./idle-set.ts";
import { type PodWebhook, podWebhook, type WebhookNames } from "./pod-webhook.ts";
import { neighbourName, type Twin } from "./twin.ts";

/**
 * Draws webhooks that change pods which nobody makes, or those of a workload that somebody gave up, or that meet a condition; and some whose server is
 * not there, of which nothing is lost.
 */
export const inertDefaulters = (rng: Rng, baseline: Baseline, count: number): readonly Twin[] =>
  // They belong to the cluster, which others share with the namespace.
  baseline.extent !== "cluster"
    ? []
    : rng
        .stream("webhooks")
        .shuffle(OTHER_DEFAULTERS)
        .slice(0, count)
        .flatMap(({ configuration, backend }) => {
          const own = rng.stream(configuration);
          const { beside = [], ...form } = own.pick(FORMS)(own, baseline);
          const object = podWebhook({
            name: configuration,
            service: backend,
            namespace: baseline.namespace,
            timeoutSeconds: 5,
            failurePolicy: "Ignore",
            mutatesBy: drawCertificate(own.stream("certificate")),
            ...form,
          });
          const webhook: Twin = { verb: "create", resource: MUTATING, object };
          return [webhook, ...beside];
        });

type Form = Pick<PodWebhook, "failurePolicy" | "resources" | "objectSelector" | "matchConditions"> & { readonly beside?: readonly Twin[] };

const ofGivenUp = (rng: Rng, baseline: Baseline): Form => {
  const name = neighbourName(rng, baseline);
  const objectSelector = { matchLabels: { [baseline.app.labelKey]: name } };
  return {
    failurePolicy: rng.stream("policy").pick(["Fail", "Ignore"]),
    objectSelector,
    beside: givenUpSet(rng.stream(name), baseline, name),
  };
};

const FORMS: readonly ((rng: Rng, baseline: Baseline) => Form)[] = [
  () => ({}),
  () => ({}),
  () => ({ failurePolicy: "Fail", resources: ["podtemplates", "replicationcontrollers"] }),
  ofGivenUp,
  ofGivenUp,
  (rng) => ({ failurePolicy: "Fail", matchConditions: [rng.pick(CONDITIONS)] }),
];

/** Conditions that none of the app's pods meets, nor any that people make for it. */
const CONDITIONS: NonNullable<PodWebhook["matchConditions"]> = [
  { name: "of-builds", expression: "object.spec.serviceAccountName == 'build-runner'" },
  { name: "asked-for", expression: "has(object.metadata.annotations) && 'example.com/profile' in object.metadata.annotations" },
  { name: "by-pipeline", expression: "request.userInfo.username == 'system:serviceaccount:ci:deployer'" },
];

/** Names of such webhooks, none of which a fault's has. */
const OTHER_DEFAULTERS: readonly WebhookNames[] = [
  { configuration: "zone-labels", backend: "zone-labels-webhook" },
  { configuration: "proxy-settings", backend: "proxy-settings-server" },
  { configuration: "trace-injector", backend: "trace-injector" },
  { configuration: "owner-annotations", backend: "owner-annotations" },
  { configuration: "batch-profile", backend: "batch-profile-webhook" },
  { configuration: "image-mirror", backend: "image-mirror-webhook" },
];
