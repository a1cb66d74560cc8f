import { defineFlagFault } from "../flag-fault.ts";
import { isSlow } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-recommendation-cache",
  version: 1,
  title: "A feature flag breaks the cache of recommendations",
  words,
  flag: "recommendationCacheFailure",
  variants: ["on"],
  visible: false,
  symptoms: (namespace) => [isSlow("recommendations-are-slow", namespace, "ListRecommendations", 20)],
});
