import { defineFlagFault } from "../flag-fault.ts";
import { saysInLogs } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-payment-unreachable",
  version: 1,
  title: "A feature flag sends charges to an address that nobody has",
  words,
  flag: "paymentUnreachable",
  variants: ["on"],
  symptoms: (namespace) => [saysInLogs("payment-has-no-address", namespace, "produced zero addresses")],
});
