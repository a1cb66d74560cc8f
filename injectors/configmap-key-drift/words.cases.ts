import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "configmap/geo-config",
  texts: [
    "ConfigMap geo-config has a wrong GeoMongoAddress.",
    "In geo-config the key GeoMongoAddress was removed.",
    "geo crashes because GeoMongoAddress in its ConfigMap points to db.internal:27017.",
    "The consulAddress setting in the ConfigMap geo-config is wrong.",
    "geo's config.json has the wrong mongo address.",
    "The config map mounted by geo contains a bad address for consul.",
    "The value of consulAddress in geo-config was changed to registry.internal:8500.",
    "ConfigMap/geo-config is missing the key GeoMongoAddress.",
    "GeoMongoAddress is misconfigured.",
  ],
} satisfies FaultTexts;
