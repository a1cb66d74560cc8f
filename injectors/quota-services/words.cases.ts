import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "resourcequota/namespace-quota",
  params: { service: "service/memcached-rate", quota: "resourcequota/namespace-quota", field: "services", services: "19" },
  resources: [
    "quota/namespace-quota",
    "resourcequotas.v1/namespace-quota",
    "resourcequotas/namespace-quota",
    "resourcequota/hotel-reservation/namespace-quota",
  ],
  otherResources: ["resourcequota/team-quota", "deployment/search", "limitrange/namespace-quota"],
  texts: [
    "ResourceQuota namespace-quota allows only 19 Services in the namespace.",
    "exceeded quota: namespace-quota, requested: services=1, used: services=19, limited: services=19.",
    "exceeded quota: namespace-quota, requested: count/services=1, used: count/services=19, limited: count/services=19.",
    "The resource quota namespace-quota caps the number of Services in the namespace.",
    "resourcequota/namespace-quota is exhausted for services.",
    "The quota namespace-quota is full: no further Services can be created.",
    "Quota namespace-quota limits count/services to 19, which is already used up.",
    "Quota namespace-quota leaves no room for another Service.",
    "Someone created a ResourceQuota named namespace-quota with services: 19.",
    "New Services are forbidden by the quota namespace-quota.",
    "The namespace's quota namespace-quota is too tight for the number of Services.",
    "ResourceQuota/namespace-quota has its count/services limit reached.",
  ],
  types: [
    "quota-services",
    "services quota exceeded",
    "exceeded quota: services",
    "exceeded quota: count/services",
    "quota on services reached",
    "service-quota-exhausted",
    "resource quota: too many services",
    "services quota",
  ],
} satisfies FaultTexts;
