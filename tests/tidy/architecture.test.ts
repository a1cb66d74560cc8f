import { LAYERS, SIM_LAYERS } from "../../tooling/layers.ts";
import { testBlock } from "./generated-document.ts";
import { readProjectFile } from "./project-files.ts";

const drawLayers = (layers: typeof LAYERS | typeof SIM_LAYERS): string => {
  const width = Math.max(...layers.map(({ folder }) => folder.length));
  const arrows = layers.map((layer) => `${layer.folder.padEnd(width)}${purityOf(layer)} ──► ${layer.may.join(" ") || "nothing"}`);
  const reasons = layers.map(({ folder, reason }) => `| \`${folder}\` | ${reason} |`);
  return ["```", ...arrows, "```", "", "| folder | because |", "|---|---|", ...reasons, ""].join("\n");
};

/** The simulator is pure as a whole, so its own layers do not say it. */
const purityOf = (layer: (typeof LAYERS | typeof SIM_LAYERS)[number]): string => {
  if (!("pure" in layer)) return "";
  return layer.pure ? " pure" : "     ";
};

const quote = (path: string): string => `\`\`\`ts\n${readProjectFile(path)}\`\`\`\n`;

testBlock({ path: "docs/architecture.md", name: "layers" }, () => drawLayers(LAYERS));
testBlock({ path: "docs/architecture.md", name: "sim-layers" }, () => drawLayers(SIM_LAYERS));

const EXAMPLE = "injectors/scale-to-zero/injector.ts";
testBlock({ path: "docs/adding-a-fault.md", name: EXAMPLE }, () => quote(EXAMPLE));
