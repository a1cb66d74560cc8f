import { builtinModules } from "node:module";
import { createLayerRules, TESTS } from "./tooling/layer-rules.ts";

// dependency-cruiser's own TypeScript support ends below version 7: without `parser: "swc"` it sees no module and calls that a success.
export default {
  forbidden: createLayerRules(process.cwd()),
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", TESTS] },
    exclude: { path: "^(dist|\\.venv)/" },
    builtInModules: { override: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)] },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
