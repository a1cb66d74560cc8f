import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "astronomy-shop",
  resource: "configmap/flagd-config",
  params: { target: "configmap/flagd-config", file: "demo.flagd.json", server: "deployment/flagd", flag: "paymentFailure", variant: "50%" },
  resources: ["cm/flagd-config", "ConfigMap/flagd-config", "configmap/astronomy-shop/flagd-config", "deployment/flagd"],
  otherResources: ["deployment/payment", "service/checkout"],
  texts: [
    "The feature flag paymentFailure in ConfigMap flagd-config is on.",
    "configmap/flagd-config: the feature flag paymentFailure stands at 50%.",
    "A feature flag in flagd-config makes payments fail.",
    "The ConfigMap flagd-config has the feature flag paymentFailure enabled.",
    "Feature flag paymentFailure turned on in configmap flagd-config.",
    "In flagd-config somebody enabled the paymentFailure feature flag.",
    "The default variant of a feature flag in configmap flagd-config was changed.",
    "Charges fail since the feature flag paymentFailure of configmap flagd-config is active.",
    "flagd-config: the flag paymentFailure is enabled.",
    "The paymentFailure feature flag is on in configmap flagd-config.",
    "ConfigMap flagd-config turns a feature flag on.",
    "The feature-flag paymentFailure in configmap/flagd-config is switched on.",
  ],
  types: [
    "feature flag",
    "feature-flag",
    "feature flag on",
    "feature flag enabled",
    "feature flag active",
    "feature flag misconfigured",
    "flag paymentFailure enabled",
    "flag-payment-failure",
  ],
} satisfies FaultTexts;
