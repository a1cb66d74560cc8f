import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LAYERS } from "../../tooling/layers.ts";
import { ROOT, readProjectFile } from "./project-files.ts";

/** What stands between the markers of a document; with UPDATE_DOCS=1 it is put there first. */
const blockOf = (path: string, name: string, wanted: string): string => {
  const pattern = new RegExp(
    `(<!-- ${name.replaceAll(/[.\\/]/g, "\\$&")}:begin -->\\n)([\\s\\S]*?)(<!-- ${name.replaceAll(/[.\\/]/g, "\\$&")}:end -->)`,
  );
  const text = readProjectFile(path);
  if (process.env.UPDATE_DOCS === "1")
    writeFileSync(
      join(ROOT, path),
      text.replace(pattern, (_, begin, __, end) => `${begin}${wanted}${end}`),
    );
  return pattern.exec(readProjectFile(path))?.[2] ?? "the markers are missing";
};

const drawLayers = (): string => {
  const width = Math.max(...LAYERS.map(({ folder }) => folder.length));
  const arrows = LAYERS.map(
    ({ folder, may, pure }) => `${folder.padEnd(width)} ${pure ? "pure" : "    "} ──► ${may.join(" ") || "nothing"}`,
  );
  const reasons = LAYERS.map(({ folder, reason }) => `| \`${folder}\` | ${reason} |`);
  return ["```", ...arrows, "```", "", "| folder | because |", "|---|---|", ...reasons, ""].join("\n");
};

const quote = (path: string): string => `\`\`\`ts\n${readProjectFile(path)}\`\`\`\n`;

test("docs/architecture.md draws the layers as they are checked (UPDATE_DOCS=1 writes them)", () => {
  expect(blockOf("docs/architecture.md", "layers", drawLayers())).toBe(drawLayers());
});

test("docs/adding-a-fault.md quotes a fault as it is (UPDATE_DOCS=1 writes it)", () => {
  const path = "injectors/scale-to-zero/injector.ts";
  expect(blockOf("docs/adding-a-fault.md", path, quote(path))).toBe(quote(path));
});
