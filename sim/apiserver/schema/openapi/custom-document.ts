import { canonicalJson } from "#core/canonical-json.ts";
import { digestText } from "#core/digest.ts";
import type { CustomResource } from "../custom/custom-resources.ts";
import type { OpenApiText } from "./open-api-text.ts";

/**
 * The OpenAPI document of a group version of custom resources.
 *
 * @param sample the document of a definition with all subresources, whose names are replaced
 */
export const customDocument = (sample: OpenApiText, resources: readonly CustomResource[]): OpenApiText => {
  let known = documents.get(resources[0]?.definition as object);
  if (known?.resources.length !== resources.length || known.resources.some((one, i) => one !== resources[i])) {
    const parts = resources.map((resource) => documentOf(sample, resource));
    const [first] = parts;
    const paths = sortedEntries(Object.assign({}, ...parts.map((part) => part.paths)));
    const schemas = sortedEntries(Object.assign({}, ...parts.map((part) => part.components.schemas)));
    const document = { ...first, paths, components: { ...first?.components, schemas } };
    known = { resources, document: { text: JSON.stringify(document), hash: hashOf(canonicalJson(document)) } };
    documents.set(resources[0]?.definition as object, known);
  }
  return known.document;
};

/** As long as the hashes of the server's own documents. */
const hashOf = (text: string): string => `${digestText(text)}${digestText(`2 ${text}`)}`.replaceAll("sha256:", "").toUpperCase();

interface Kept {
  readonly resources: readonly CustomResource[];
  readonly document: OpenApiText;
}

/** Documents by definition, cached. */
const documents = new WeakMap<object, Kept>();

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

type PathItem = Readonly<Record<string, unknown>> & { readonly parameters?: readonly { readonly name: string }[] };

const documentOf = (sample: OpenApiText, { row, version }: CustomResource): Document => {
  const reversed = row.group.split(".").reverse().join(".");
  const group = row.group
    .split(".")
    .map((part, i) => (i === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
  const versionName = row.version.charAt(0).toUpperCase() + row.version.slice(1);
  const text = sample.text
    .replaceAll("example.samplegroup.v1", `${reversed}.${row.version}`)
    .replaceAll("samplegroup.example/v1", `${row.group}/${row.version}`)
    .replaceAll("SamplegroupExampleV1", group.charAt(0).toUpperCase() + group.slice(1) + versionName)
    .replaceAll("samplegroupExample_v1", `${group}_${row.version}`)
    .replaceAll('"samplegroup.example"', JSON.stringify(row.group))
    .replaceAll("SampleKind", row.kind)
    .replaceAll("sampleplurals", row.plural);
  const document = JSON.parse(replaceVersion(text, row.group, row.version)) as Document;
  const paths = Object.entries(document.paths).filter(([path]) => isServed(path, row.subresources));
  const kindName = `${reversed}.${row.version}.${row.kind}`;
  const schemas = { ...document.components.schemas, [kindName]: kindSchema(document, kindName, version.schema?.openAPIV3Schema) };
  return {
    ...document,
    paths: Object.fromEntries(row.namespaced ? paths : paths.flatMap(clusterPath)) as Document["paths"],
    components: { ...document.components, schemas },
  };
};

/** Replaces the version in the text of a custom resource's OpenAPI document, in group-version-kinds too. */
const replaceVersion = (text: string, group: string, version: string): string =>
  text
    .replaceAll(`"group":${JSON.stringify(group)},"version":"v1"`, `"group":${JSON.stringify(group)},"version":${JSON.stringify(version)}`)
    .replace(
      new RegExp(`("group":${JSON.stringify(group).replaceAll(".", "\\.")},"kind":"[^"]*","version":)"v1"`, "g"),
      `$1${JSON.stringify(version)}`,
    );

const isServed = (path: string, subresources: readonly string[]): boolean => {
  const last = path.split("/").pop() as string;
  return (last !== "status" && last !== "scale") || subresources.includes(last);
};

/** The schema of the definition, with what every object has besides. */
const kindSchema = (document: Document, name: string, schema: object | undefined): Readonly<Record<string, unknown>> => {
  const sample = document.components.schemas[name] as { readonly properties: Readonly<Record<string, unknown>> };
  const { apiVersion, kind, metadata } = sample.properties;
  const own = (schema ?? { type: "object", "x-kubernetes-preserve-unknown-fields": true }) as { readonly properties?: object };
  const properties = sortedEntries({ ...own.properties, apiVersion, kind, metadata });
  const kinds = "x-kubernetes-group-version-kind";
  return { ...own, properties, [kinds]: (sample as Readonly<Record<string, unknown>>)[kinds] };
};

/** Paths of a cluster-scoped resource: those without a namespace. */
const clusterPath = ([path, item]: readonly [string, PathItem]): readonly (readonly [string, unknown])[] => {
  if (!path.includes("/namespaces/{namespace}/")) return [];
  const { parameters = [], ...operations } = JSON.parse(JSON.stringify(item).replaceAll("Namespaced", "")) as PathItem;
  return [
    [path.replace("/namespaces/{namespace}", ""), { ...operations, parameters: parameters.filter(({ name }) => name !== "namespace") }],
  ];
};

const sortedEntries = (object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
