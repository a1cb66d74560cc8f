import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "service/mongodb-geo",
  texts: [
    "The selector of Service mongodb-geo matches no pods.",
    "Service mongodb-geo selects nothing.",
    "service/mongodb-geo has a wrong selector: track=canary.",
    "geo cannot reach mongodb-geo because the mongodb-geo service's selector does not match the pod labels.",
    "The mongodb-geo svc has no endpoints since its label selector was changed to version=v2.",
    "mongodb-geo: selector-mismatch",
    "No pod carries the label that the Service mongodb-geo asks for.",
    "The Service in front of mongodb-geo selects no pods, so geo crash-loops.",
  ],
} satisfies FaultTexts;
