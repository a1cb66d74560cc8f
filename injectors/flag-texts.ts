import type { FaultTexts } from "./fault-words.ts";

/** Creates the diagnoses that engineers write of one feature flag of the shop; `about` is what they call it. */
export const flagTexts = ({ id, flag, variant, about }: Record<"id" | "flag" | "variant" | "about", string>): FaultTexts => ({
  app: "astronomy-shop",
  resource: "configmap/flagd-config",
  params: { target: "configmap/flagd-config", file: "demo.flagd.json", server: "deployment/flagd", flag, variant },
  resources: ["cm/flagd-config", "ConfigMap/flagd-config", "configmap/astronomy-shop/flagd-config", "deployment/flagd"],
  otherResources: ["deployment/payment", "service/checkout"],
  texts: [
    `The feature flag ${flag} in ConfigMap flagd-config is on.`,
    `configmap/flagd-config: the feature flag ${flag} stands at ${variant}.`,
    `In ConfigMap flagd-config the ${about} flag is enabled.`,
    `The ConfigMap flagd-config has the feature flag ${flag} enabled.`,
    `Feature flag ${flag} turned on in configmap flagd-config.`,
    `In flagd-config somebody enabled the ${flag} feature flag.`,
    `The default variant of ${flag} in configmap flagd-config was changed.`,
    `Users suffer since the feature flag ${flag} of configmap flagd-config is active.`,
    `flagd-config: the flag ${flag} is enabled.`,
    `The ${flag} feature flag is on in configmap flagd-config.`,
    `ConfigMap flagd-config turns the ${about} feature flag on.`,
    `The feature-flag ${flag} in configmap/flagd-config is switched on.`,
  ],
  types: [
    `feature flag ${flag}`,
    `${flag} flag`,
    `flag ${flag} enabled`,
    `flag ${flag} on`,
    `feature-flag ${flag} active`,
    `${about} flag`,
    `${about} feature flag enabled`,
    id,
  ],
});
