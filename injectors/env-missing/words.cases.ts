import type { FaultTexts } from "../fault-words.ts";

export default {
  app: "astronomy-shop",
  resource: "deployment/checkout",
  params: {
    target: "deployment/checkout",
    service: "service/product-catalog",
    container: "checkout",
    variable: "PRODUCT_CATALOG_ADDR",
  },
  resources: ["deploy/checkout", "pod/checkout-7d9f8c6b5-x2kqp", "replicaset/checkout-7d9f8c6b5", "container/checkout"],
  otherResources: ["deployment/product-catalog", "service/product-catalog", "deployment/frontend"],
  texts: [
    "checkout lacks the environment variable PRODUCT_CATALOG_ADDR.",
    "The environment variable PRODUCT_CATALOG_ADDR of checkout is not set.",
    "deployment/checkout panics because PRODUCT_CATALOG_ADDR is missing.",
    "PRODUCT_CATALOG_ADDR was removed from the checkout Deployment.",
    "The checkout deployment is missing the PRODUCT_CATALOG_ADDR env var.",
    "checkout crash-loops: environment variable PRODUCT_CATALOG_ADDR not set.",
    "Somebody deleted the env var PRODUCT_CATALOG_ADDR from checkout.",
    "checkout's pod template no longer has PRODUCT_CATALOG_ADDR.",
    "A missing environment variable in deployment checkout.",
    "checkout has no PRODUCT_CATALOG_ADDR in its environment, so it does not know where product-catalog is.",
    "checkout's env variable PRODUCT_CATALOG_ADDR was dropped in the last roll-out.",
    "Orders fail since checkout's environment variable PRODUCT_CATALOG_ADDR is undefined.",
    "The variable PRODUCT_CATALOG_ADDR is absent from the environment of deployment/checkout.",
  ],
  types: [
    "env-missing",
    "missing environment variable",
    "environment variable missing",
    "env var not set",
    "missing env var",
    "environment variable not set",
    "unset environment variable",
    "env-var-removed",
  ],
} satisfies FaultTexts;
