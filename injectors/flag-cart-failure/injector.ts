import { defineFlagFault } from "../flag-fault.ts";
import { saysInLogs } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-cart-failure",
  version: 1,
  title: "A feature flag makes carts impossible to empty",
  words,
  flag: "cartFailure",
  variants: ["on"],
  symptoms: (namespace) => [saysInLogs("cart-is-not-emptied", namespace, "access cart storage")],
});
