// Checks the arrows between the layers; a cruise that saw no module is a failure, not a success.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { TESTS } from "./layer-rules.ts";
import { LAYERS } from "./layers.ts";

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly comment?: string;
      readonly rule: { readonly name: string; readonly severity: string };
    }[];
    readonly ruleSetUsed?: { readonly forbidden?: readonly { readonly name: string; readonly comment?: string }[] };
  };
}

/**
 * Runs dependency-cruiser in a folder that has the layers' folders.
 *
 * @param product files to begin with; their imports are followed
 * @returns rendered violations; empty when there are none
 */
export const cruise = (root: string, product = listProduct(root)): readonly string[] => {
  if (product.length === 0) return [NOTHING_SEEN];
  const config = join(import.meta.dirname, "../.dependency-cruiser.mjs");
  const args = [join(import.meta.dirname, "../node_modules/.bin/depcruise"), "--config", config, "--output-type", "json", ...product];
  const child = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (!child.stdout.startsWith("{")) return [`dependency-cruiser did not run: ${child.stderr || child.stdout}`];
  const { modules, summary } = JSON.parse(child.stdout) as Cruise;
  if (!modules.some((module) => isLayered(module.source))) return [NOTHING_SEEN];
  const comments = new Map(summary.ruleSetUsed?.forbidden?.map((rule) => [rule.name, rule.comment]));
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}\n  ${comments.get(rule.name) ?? ""}`);
};

const NOTHING_SEEN = "dependency-cruiser saw no TypeScript module; are the folders of the layers there, and @swc/core installed?";

/** Lists the files that ship: the parser of dependency-cruiser fails on `using`, which tests may write. */
const listProduct = (root: string): readonly string[] =>
  LAYERS.map((layer) => layer.folder)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
    .filter((path) => /\.tsx?$/.test(path) && !new RegExp(TESTS).test(path) && !path.includes("/node_modules/"));

const isLayered = (path: string): boolean => /\.tsx?$/.test(path) && LAYERS.some((layer) => path.startsWith(`${layer.folder}/`));

if (import.meta.main) {
  const files = process.argv.slice(2);
  const complaints = cruise(join(import.meta.dirname, ".."), files.length === 0 ? undefined : files);
  if (complaints.length > 0) console.log(complaints.join("\n"));
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
