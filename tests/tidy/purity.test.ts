import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryProject } from "./temporary-project.ts";

/** A line that is forbidden in pure layers, and a word of the expected diagnostic. */
const PLANTED: readonly (readonly [line: string, complaint: string])[] = [
  ["export const draw = (): number => Math.random();", "named stream"],
  ["export const now = (): number => Date.now();", "world's clock"],
  ["export const today = (): unknown => new Date();", "machine's time"],
  ["export const day = (ms: number): unknown => new Date(ms);", "core/timestamp.ts"],
  ["export const read = (text: string): number => Date.parse(text);", "parseTimestamp"],
  ["export const order = (a: string, b: string): number => a.localeCompare(b);", "locale"],
  ["export const format = (): unknown => new Intl.NumberFormat();", "Intl"],
  ["export const weak = (value: object): unknown => new WeakRef(value);", "WeakRef"],
  ["export const registry = (): unknown => new FinalizationRegistry(() => {});", "FinalizationRegistry"],
  ["export const later = (): unknown => setTimeout(() => {}, 1);", "setTimeout"],
  ["export const measure = (): number => performance.now();", "performance"],
  ["export const folder = (): string => process.cwd();", "process"],
  ['import { readFileSync } from "node:fs";\nexport const read = readFileSync;', "noNodejsModules"],
  ["export const forget = (): void => {\n  Promise.resolve(1);\n};", "noFloatingPromises"],
  ['export const name = (kind: "a" | "b"): void => {\n  switch (kind) {\n    case "a":\n      break;\n  }\n};', "useExhaustiveSwitchCases"],
  ['export * from "./other.ts";', "noReExportAll"],
];

const LAYERS = ["core", "kube", "shell", "sim", "injectors", "rewards", "problems"];

test.each(LAYERS)("what makes %s impure is found by the linter", (layer) => {
  const files = Object.fromEntries(PLANTED.map(([line], index) => [`${layer}/planted-${index}.ts`, `${line}\n`]));
  const complaints = lint(createTemporaryProject({ ...files, [`${layer}/other.ts`]: "export const other = 1;\n" }));
  PLANTED.forEach(([line, complaint], index) => {
    const found = complaints.filter((text) => text.includes(`planted-${index}.ts`));
    expect(found.join("\n"), line).toContain(complaint);
  });
});

test("a layer that may reach outside is left alone", () => {
  expect(lint(createTemporaryProject({ "pool/clock.ts": "export const now = (): number => Date.now();\n" }))).toEqual([]);
});

test("a function of more than 70 lines is found", () => {
  const body = Array.from({ length: 80 }, (_, index) => `  console.log(${index});`).join("\n");
  const text = `export const long = (): void => {\n${body}\n};\n`;
  expect(lint(createTemporaryProject({ "pool/long.ts": text })).join()).toContain("noExcessiveLinesPerFunction");
  expect(lint(createTemporaryProject({ "pool/long.test.ts": text }))).toEqual([]);
});

/** Diagnostics of the linter, one per line. */
const lint = (root: string): readonly string[] => {
  const program = join(root, "node_modules/.bin/biome");
  const child = spawnSync(program, ["lint", "--reporter=github", "--max-diagnostics=none", "."], { cwd: root, encoding: "utf8" });
  return `${child.stdout}\n${child.stderr}`.split("\n").filter((line) => line.startsWith("::error"));
};
