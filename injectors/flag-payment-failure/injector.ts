import { defineFlagFault } from "../flag-fault.ts";
import { saysInLogs } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-payment-failure",
  version: 1,
  title: "A feature flag is on that breaks something",
  words,
  flag: "paymentFailure",
  variants: ["25%", "50%", "75%", "90%", "100%"],
  symptoms: (namespace) => [saysInLogs("payments-fail", namespace, "Payment request failed")],
});
