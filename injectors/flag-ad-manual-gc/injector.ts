import { defineFlagFault } from "../flag-fault.ts";
import { isSlow } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-ad-manual-gc",
  version: 1,
  title: "A feature flag makes the ad service collect garbage all the time",
  words,
  flag: "adManualGc",
  variants: ["on"],
  visible: false,
  symptoms: (namespace) => [isSlow("ads-stand-still", namespace, "GetAds", 500)],
});
