import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes the rules by which the time zones of the world reckon from now on.
 *
 * `node tooling/write-time-zones.ts <folder>`, where the folder is unpacked from the `lib/time/zoneinfo.zip` of a Go.
 */
const OUTPUT = join(import.meta.dirname, "../core/time-zone/generated/time-zones.ts");

const [root] = process.argv.slice(2);
if (root === undefined) throw new Error("say where the zones are");

/** Rules of the zones: the last line of a zone's file is its rule, in POSIX form. */
const zones = readdirSync(root, { recursive: true, encoding: "utf8", withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => [path.slice(root.length).replace(/^\//, ""), readFileSync(path, "latin1").trimEnd().split("\n").at(-1) ?? ""] as const);

const byRule = Map.groupBy(zones, ([, rule]) => rule);
const rows = [...byRule]
  .map(
    ([rule, members]) =>
      `${rule} ${members
        .map(([name]) => name)
        .sort()
        .join(" ")}`,
  )
  .sort();

writeFileSync(
  OUTPUT,
  `// Written by tooling/write-time-zones.ts.

/** One rule a line, in the form of POSIX, and the zones that follow it. */
export const TIME_ZONES = \`${rows.join("\n")}\`;
`,
);
console.log(`${zones.length} zones, ${rows.length} rules`);
