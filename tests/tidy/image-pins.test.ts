import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("the server's image is built on one Node, pinned by digest, of the version that the package brings", () => {
  const text = read("packaging/Dockerfile");
  const { node } = (JSON.parse(read("package.json")) as { readonly dependencies: Readonly<Record<string, string>> }).dependencies;
  const pinned = new RegExp(`^node:${node?.replaceAll(".", "\\.")}-slim@sha256:[0-9a-f]{64}$`);
  expect(/^ARG NODE_IMAGE=(\S+)$/m.exec(text)?.[1]).toMatch(pinned);
  expect(text.match(/^FROM .*$/gm)?.filter((line) => !/^FROM \$\{NODE_IMAGE\}(?: AS \w+)?$/.test(line))).toEqual([]);
});
