import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { givenFolder, goNamedTypes, goStructs, readGoFiles } from "./go-source.ts";

/**
 * Writes how the API server lays out a pod's spec and a volume's source inside itself: refusals of changes show them so.
 *
 * `node tooling/write-pod-layouts.ts <folder>`, where the folder is the module `kubernetes` of a release.
 */
const OUTPUT = join(import.meta.dirname, "../sim/apiserver/schema/validation/generated/pod-layouts.ts");

const text = readGoFiles(join(givenFolder(), "pkg/apis/core"), /^types\.go$/);
const structs = goStructs(text);
/** A named list, number or word is what it is underneath. */
const aliases = goNamedTypes(text);

const plain = (type: string): string => {
  const [, prefix = "", name = type] = /^((?:\*|\[\])*)(.+)$/.exec(type) ?? [];
  const alias = aliases.get(name);
  return alias === undefined ? prefix + name : plain(prefix + alias);
};

const rows = new Map<string, string>();
const waiting = ["PodSpec", "PersistentVolumeSource"];
for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
  const body = structs.get(name);
  if (body === undefined || rows.has(name)) continue;
  const fields = [...body.matchAll(/^\t(\w+)(?:[ \t]+(\S+))?[ \t]*$/gm)].map(([, field = "", type]) => ({
    field,
    type: plain(type ?? field),
    isInline: type === undefined,
  }));
  rows.set(name, fields.map(({ field, type, isInline }) => `${isInline ? "~" : ""}${field}:${type}`).join(" "));
  waiting.push(...fields.map(({ type }) => type.replace(/^(?:\*|\[\])+/, "")));
}

writeFileSync(
  OUTPUT,
  `// Written by tooling/write-pod-layouts.ts.

/** One struct a line: its name and its fields in order; those of a field with a wave stand among its owner's. */
export const POD_STRUCTS = \`${[...rows]
    .map(([name, fields]) => `${name} ${fields}`)
    .sort()
    .join("\n")}\`;
`,
);
console.log(`${rows.size} structs`);
