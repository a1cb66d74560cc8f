import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { givenFolder, goNamedTypes, goStructs, moduleFolder, readGoFiles } from "./go-source.ts";

/**
 * Writes how Go lays out a pod template, a volume's source and a subset of endpoints: the fields of every struct in order, with
 * their types. Hashes depend on it.
 *
 * `node tooling/write-go-layouts.ts <folder>`, where the folder holds the modules `api` and `apimachinery` of one release.
 */
const OUTPUT = join(import.meta.dirname, "../sim/apiserver/schema/go-dump/generated/go-layouts.ts");

const ROOT_TYPES = ["v1.PodTemplateSpec", "v1.PersistentVolumeSource", "v1.EndpointSubset"];

/** The packages that a template reaches. Core and meta are both called `v1` in Go's own names; no name is in both. */
const PACKAGES: Readonly<Record<string, readonly (readonly [module: string, path: string])[]>> = {
  v1: [
    ["api", "core/v1"],
    ["apimachinery", "pkg/apis/meta/v1"],
  ],
  types: [["apimachinery", "pkg/types"]],
};

/** Types that print in a way of their own. */
const LEAVES: ReadonlySet<string> = new Set(["v1.Time", "resource.Quantity", "intstr.IntOrString"]);
const BUILT_IN: ReadonlySet<string> = new Set(["string", "bool", "int32", "int64", "uint8", "byte"]);

const root = givenFolder();
const structs = new Map<string, string>();
const aliases = new Map<string, string>();
for (const [name, folders] of Object.entries(PACKAGES)) {
  for (const [module, path] of folders) {
    const text = readGoFiles(join(moduleFolder(root, module), path));
    for (const [type, body] of goStructs(text)) structs.set(`${name}.${type}`, body);
    for (const [type, target] of goNamedTypes(text)) aliases.set(`${name}.${type}`, qualified(target, name));
  }
}

/** A type as Go names it from outside its package. */
function qualified(type: string, owner: string): string {
  const prefix = /^(?:\*|\[\])/.exec(type)?.[0];
  if (prefix !== undefined) return prefix + qualified(type.slice(prefix.length), owner);
  const map = /^map\[([\w.]+)\](.+)$/.exec(type);
  if (map !== null) return `map[${qualified(map[1] as string, owner)}]${qualified(map[2] as string, owner)}`;
  if (BUILT_IN.has(type)) return type === "byte" ? "uint8" : type;
  return type.includes(".") ? type.replace(/^metav1\./, "v1.") : `${owner}.${type}`;
}

const FIELD = /^\s*(?:(\w+)\s+)?(\S+)\s+`json:"([^"]*)"/gm;

const rows = new Map<string, string>();
const names = new Map<string, string>();
const waiting = [...ROOT_TYPES];
for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
  for (const name of type.match(/\w+\.\w+/g) ?? []) {
    if (rows.has(name) || names.has(name) || LEAVES.has(name)) continue;
    const body = structs.get(name);
    const target = aliases.get(name);
    if (body === undefined && target === undefined) throw new Error(`there is no type ${name}`);
    if (target !== undefined) {
      names.set(name, target);
      waiting.push(target);
      continue;
    }
    const fields = [...(body as string).matchAll(FIELD)].map(([, field, written = "", json = ""]) => {
      const full = qualified(written, name.split(".")[0] as string);
      waiting.push(full);
      const [inJson = ""] = json.split(",");
      return `${field ?? (full.split(".")[1] as string)}=${inJson}:${full}`;
    });
    rows.set(name, fields.join(" "));
  }
}

const sorted = (table: ReadonlyMap<string, string>): string =>
  [...table]
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .join("\n");
writeFileSync(
  OUTPUT,
  `// Written by tooling/write-go-layouts.ts; the grammar is in \`../go-layout.ts\`.

/** One struct a line: its name and its fields in order. */
export const GO_STRUCTS = \`${sorted(rows)}\`;

/** One named type a line: its name and what it is. */
export const GO_NAMED_TYPES = \`${sorted(names)}\`;
`,
);
console.log(`${rows.size} structs, ${names.size} named types`);
