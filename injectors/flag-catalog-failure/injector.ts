import { defineFlagFault } from "../flag-fault.ts";
import { saysInLogs } from "../flag-symptoms.ts";
import { words } from "./words.ts";

export default defineFlagFault({
  id: "flag-catalog-failure",
  version: 1,
  title: "A feature flag makes one product fail",
  words,
  flag: "productCatalogFailure",
  variants: ["on"],
  symptoms: (namespace) => [saysInLogs("a-product-fails", namespace, "Product Catalog Fail")],
});
