import { defineFlagFault } from "../flag-fault.ts";
import { isSlow } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-image-slow",
  version: 1,
  title: "A feature flag makes pictures load slowly",
  words,
  flag: "imageSlowLoad",
  variants: ["5sec", "10sec"],
  symptoms: (namespace) => [isSlow("pictures-are-slow", namespace, "GET /images/products/{name}", 1000)],
});
