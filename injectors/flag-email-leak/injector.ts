import { defineFlagFault } from "../flag-fault.ts";
import { isMeasured } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-email-leak",
  version: 1,
  title: "A feature flag lets the mailer leak memory",
  words,
  flag: "emailMemoryLeak",
  variants: ["100x", "1000x", "10000x"],
  visible: false,
  symptoms: (namespace) => [
    isMeasured("a-container-is-out-of-memory", `sum(increase(container_oom_events_total{namespace="${namespace}"}[5m])) > 0`),
  ],
});
