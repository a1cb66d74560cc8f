import { flagWords } from "../flag-words.ts";

export const words = flagWords("productCatalogFailure", "(?:product )?catalog(?:ue)?[- ]?failure|catalog(?:ue)? failing");
