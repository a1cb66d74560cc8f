import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-catalog-failure", flag: "productCatalogFailure", variant: "on", about: "catalog failure" });
