import { posix } from "node:path";
import { expect, test } from "vitest";
import { cruise } from "../../tooling/cruise.ts";
import { createLayerRules } from "../../tooling/layer-rules.ts";
import { SIM_LAYERS } from "../../tooling/layers.ts";
import { PLANTED_BRIDGES, PLANTED_IMPORTS } from "./planted-imports.ts";
import { listProjectFiles, ROOT } from "./project-files.ts";
import { createTemporaryProject } from "./temporary-project.ts";

test("each rule about imports finds the violation planted for it", () => {
  const complaints = cruise(createTemporaryProject(plantedFiles()));
  const missed = PLANTED_IMPORTS.filter(({ rule, file }) => !complaints.some((text) => text.startsWith(`${rule}: ${file} `)));
  expect(missed).toEqual([]);
});

test("no rule is without a planted violation", () => {
  const planted = new Set(PLANTED_IMPORTS.map(({ rule }) => rule));
  expect(createLayerRules(ROOT).filter((rule) => !planted.has(rule.name))).toEqual([]);
});

test("each rule says what to do instead", () => {
  for (const rule of createLayerRules(ROOT)) expect(rule.comment, rule.name).toMatch(/[.:] ?[A-Zl].*\.$/);
});

test("a cruise that saw no module is a failure", () => {
  expect(cruise(createTemporaryProject({ "core/readme.md": "nothing here" }))).toEqual([
    expect.stringContaining("saw no TypeScript module"),
  ]);
});

test("each folder of the simulator is one of its layers", () => {
  const folders = listProjectFiles(".ts").flatMap((path) => /^sim\/([^/]+)\//.exec(path)?.[1] ?? []);
  expect(SIM_LAYERS.map(({ folder }) => folder).sort()).toEqual([...new Set(folders)].sort());
});

test("a layer of the simulator imports lower ones alone", () => {
  const upward = SIM_LAYERS.flatMap(({ folder, may }, height) =>
    may.filter((other) => SIM_LAYERS.findIndex((layer) => layer.folder === other) >= height).map((other) => `${folder} ──► ${other}`),
  );
  expect(upward).toEqual(UPWARD);
});

/** Arrows that are to go when the shell's language is a layer of its own. */
const UPWARD = ["network ──► shell", "shell ──► stores", "shell ──► kubelet"];

/** The planted files, and an empty one for each that they import. */
const plantedFiles = (): Readonly<Record<string, string>> => {
  const files: Record<string, string> = {};
  for (const { file, imports } of [...PLANTED_IMPORTS, ...PLANTED_BRIDGES]) {
    const target = imports.startsWith("#") ? imports.slice(1) : posix.join(posix.dirname(file), imports);
    if (target.includes("/") && target.endsWith(".ts") && !imports.includes("not-there")) files[target] ??= "export const nothing = 0;\n";
  }
  for (const { file, imports } of [...PLANTED_IMPORTS, ...PLANTED_BRIDGES])
    files[file] = `import "${imports}";\nexport const nothing = 0;\n`;
  return files;
};
