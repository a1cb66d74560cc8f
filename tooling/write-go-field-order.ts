import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { objectShape } from "../kube/schema/field-type.ts";
import { givenFolder, goStructs, moduleFolder, readGoFiles } from "./go-source.ts";

/**
 * Writes in which order Go writes the fields of API objects that kubectl made itself, for types where that is not the alphabetical one.
 *
 * `node tooling/write-go-field-order.ts <folder>`, where the folder holds the modules `api` and `apimachinery` of one release.
 */
const OUTPUT = join(import.meta.dirname, "../kubectl/print/generated/go-field-order.ts");

/** Packages with the types, in order: of two types with one name the first counts. */
const PACKAGES: readonly (readonly [module: string, path: string])[] = [
  ["apimachinery", "pkg/apis/meta/v1"],
  ["api", "core/v1"],
  ["api", "apps/v1"],
  ["api", "batch/v1"],
  ["api", "autoscaling/v2"],
  ["api", "networking/v1"],
  ["api", "policy/v1"],
  ["api", "rbac/v1"],
  ["api", "scheduling/v1"],
  ["api", "authentication/v1"],
  ["api", "certificates/v1"],
];

const root = givenFolder();
const structs = new Map<string, string>();
for (const [module, path] of PACKAGES) {
  for (const [type, body] of goStructs(readGoFiles(join(moduleFolder(root, module), path), /^types.*\.go$/)))
    if (!structs.has(type)) structs.set(type, body);
}

const FIELD = /^\s*(?:\w+\s+)?(\S+)\s+`json:"([^",]*)([^"]*)"/gm;

/** The fields of a struct as they stand, those of structs in it at their place. */
const fieldsOf = (type: string): readonly string[] =>
  [...(structs.get(type) ?? "").matchAll(FIELD)].flatMap(([, written = "", name = "", options = ""]) => {
    if (name !== "") return name === "-" ? [] : [name];
    return options.includes("inline") && !written.endsWith("TypeMeta") ? fieldsOf(written.replace(/^.*\./, "")) : [];
  });

const rows: string[] = [];
for (const type of [...structs.keys()].sort()) {
  const known = objectShape(type)?.fields;
  if (known === undefined) continue;
  const fields = fieldsOf(type).filter((name) => known.has(name));
  if (fields.length !== known.size) continue;
  if (fields.join() !== [...known.keys()].join()) rows.push(`${type} ${fields.join(" ")}`);
}

writeFileSync(
  OUTPUT,
  `// Written by tooling/write-go-field-order.ts.

/** One type a line: its name and its fields in the order of Go; other types have theirs in that of the alphabet. */
export const GO_FIELD_ORDER = \`${rows.join("\n")}\`;
`,
);
console.log(`${rows.length} types`);
