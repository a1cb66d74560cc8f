import { LAYERS } from "../../tooling/layers.ts";
import { testBlock } from "./generated-document.ts";
import { readProjectFile } from "./project-files.ts";

const drawLayers = (): string => {
  const width = Math.max(...LAYERS.map(({ folder }) => folder.length));
  const arrows = LAYERS.map(
    ({ folder, may, pure }) => `${folder.padEnd(width)} ${pure ? "pure" : "    "} ──► ${may.join(" ") || "nothing"}`,
  );
  const reasons = LAYERS.map(({ folder, reason }) => `| \`${folder}\` | ${reason} |`);
  return ["```", ...arrows, "```", "", "| folder | because |", "|---|---|", ...reasons, ""].join("\n");
};

const quote = (path: string): string => `\`\`\`ts\n${readProjectFile(path)}\`\`\`\n`;

testBlock({ path: "docs/architecture.md", name: "layers" }, drawLayers);

const EXAMPLE = "injectors/scale-to-zero/injector.ts";
testBlock({ path: "docs/adding-a-fault.md", name: EXAMPLE }, () => quote(EXAMPLE));
