import { renderFeatures } from "../kubernetes-features/render-features.ts";
import { testBlock } from "./generated-document.ts";

testBlock({ path: "docs/kubernetes-api.md", name: "features" }, renderFeatures);
