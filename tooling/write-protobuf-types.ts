import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { givenFolder, goNamedTypes, goStructs, moduleFolder, readGoFiles } from "./go-source.ts";

/**
 * Writes the table of protobuf field numbers from the Go types of Kubernetes.
 *
 * `node tooling/write-protobuf-types.ts <folder>`, where the folder holds the modules `api`, `apimachinery`,
 * `apiextensions-apiserver` and `kube-aggregator` of one release, as the Go module cache lays them out.
 */
const OUTPUT = join(import.meta.dirname, "../sim/apiserver/http/wire/protobuf/generated/message-types.ts");

const GROUPS = [
  ...["admissionregistration", "apps", "authentication", "authorization", "autoscaling", "batch", "certificates", "coordination", "core"],
  ...["discovery", "events", "flowcontrol", "networking", "node", "policy", "rbac", "resource", "scheduling", "storage"],
];

/** Short names of packages with where their types are, by the ends of import paths. */
const PACKAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GROUPS.map((group) => [group, `api/${group}/v1`])),
  autoscaling2: "api/autoscaling/v2",
  meta: "apimachinery/pkg/apis/meta/v1",
  apiextensions: "apiextensions-apiserver/pkg/apis/apiextensions/v1",
  apiregistration: "kube-aggregator/pkg/apis/apiregistration/v1",
};

/** Types with an encoding of their own. */
const LEAVES: Readonly<Record<string, string>> = {
  "meta.Time": "time",
  "meta.MicroTime": "microtime",
  "meta.Duration": "duration",
  "meta.FieldsV1": "raw",
  "resource.Quantity": "quantity",
  "intstr.IntOrString": "intstr",
  "runtime.RawExtension": "raw",
  "apiextensions.JSON": "raw",
  "apiextensions.JSONSchemaPropsOrBool": "schemaOrBool",
  "apiextensions.JSONSchemaPropsOrArray": "schemaOrArray",
  "apiextensions.JSONSchemaPropsOrStringArray": "schemaOrStrings",
  "types.UID": "string",
  "types.NodeName": "string",
};
const BUILT_IN: Readonly<Record<string, string>> = {
  string: "string",
  bool: "bool",
  int32: "int",
  int64: "int",
  uint8: "int",
  float64: "double",
  "[]byte": "bytes",
};

interface Package {
  readonly name: string;
  readonly structs: ReadonlyMap<string, string>;
  readonly aliases: ReadonlyMap<string, string>;
  /** Short names of packages by the names under which the files import them. */
  readonly imports: ReadonlyMap<string, string>;
}

const readPackage = (name: string, folder: string): Package => {
  const text = readGoFiles(folder);
  const imports = [...text.matchAll(/^\s*(?:import )?(\w+)? ?"(k8s\.io\/[^"]+)"$/gm)].map(
    ([, alias, path = ""]) => [alias ?? (path.split("/").at(-1) as string), shortName(path)] as const,
  );
  return {
    name,
    structs: goStructs(text),
    aliases: goNamedTypes(text),
    imports: new Map(imports),
  };
};

const shortName = (path: string): string =>
  Object.keys(PACKAGES).find((name) => path === `k8s.io/${PACKAGES[name]}`) ?? (path.split("/").at(-1) as string);

const FIELD = /^\s*(?:(\w+)\s+)?(\S+)\s+`json:"([^"]*)"[^`]*? protobuf:"(?:bytes|varint|fixed64),(\d+),/gm;

const renderMessage = (found: Package, body: string): string =>
  [...body.matchAll(FIELD)]
    .map(([, , type = "", json = "", number = ""]) => {
      const [name = "", ...options] = json.split(",");
      const isInline = options.includes("inline");
      const isPointer = type.startsWith("*");
      const flag = isInline ? "^" : isPointer ? "*" : options.includes("omitempty") || options.includes("omitzero") ? "" : "!";
      return `${number}${name}:${flag}${typeName(found, type.replace(/^\*/, ""))}`;
    })
    .join(" ");

const typeName = (found: Package, type: string): string => {
  if (BUILT_IN[type] !== undefined) return BUILT_IN[type] as string;
  if (type.startsWith("[]")) return `[]${typeName(found, type.slice(2).replace(/^\*/, ""))}`;
  const map = /^map\[[\w.]+\](.+)$/.exec(type);
  if (map !== null) return `{}${typeName(found, map[1] as string)}`;
  const [first = "", second] = type.split(".");
  const owner = second === undefined ? found : packages.get(found.imports.get(first) ?? first);
  const name = second ?? first;
  const full = `${owner?.name ?? found.imports.get(first) ?? first}.${name}`;
  if (LEAVES[full] !== undefined) return LEAVES[full] as string;
  if (owner === undefined) throw new Error(`${found.name}: no package for ${type}`);
  const target = owner.aliases.get(name);
  if (target === undefined) return full;
  // A list with a name is a message with a list in it.
  return target.startsWith("[]") ? `items` : typeName(owner, target);
};

const packages = new Map<string, Package>();

const root = givenFolder();
for (const [name, path] of Object.entries(PACKAGES)) {
  const [module = "", ...rest] = path.split("/");
  packages.set(name, readPackage(name, join(moduleFolder(root, module), ...rest)));
}
const rows = [...packages.values()].flatMap((found) =>
  [...found.structs].map(([type, body]) => `${found.name}.${type} ${renderMessage(found, body)}`),
);
const lines = [
  "// Written by tooling/write-protobuf-types.ts; the grammar is in `../message-type.ts`.",
  "",
  "/** One message a line: its name and its fields. */",
  `export const MESSAGE_TYPES = \`${rows
    .filter((row) => row.trim().includes(" "))
    .sort()
    .join("\n")}\`;`,
];
writeFileSync(OUTPUT, `${lines.join("\n")}\n`);
console.log(`${rows.length} messages`);
