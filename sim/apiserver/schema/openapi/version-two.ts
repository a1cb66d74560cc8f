import type { OpenApiText } from "./open-api-text.ts";

/** Media type of the OpenAPI v2 document for clients that read protobuf alone. */
export const OPEN_API_V2_PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/** All documents of version 3 as one of version 2, as text; made once for the same documents. */
export const openApiV2Text = (texts: ReadonlyMap<string, OpenApiText>): string => {
  const [first] = texts.values();
  if (first === undefined) return JSON.stringify({ swagger: "2.0", info: INFO, paths: {}, definitions: {} });
  const hashes = [...texts.values()].map(({ hash }) => hash).join();
  const known = merged.get(first);
  if (known?.hashes === hashes) return known.text;
  const paths: Record<string, unknown> = {};
  const definitions: Record<string, unknown> = {};
  for (const [, { text }] of [...texts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const document = JSON.parse(text) as Document;
    for (const [path, item] of Object.entries(document.paths)) paths[path] = pathItem(item);
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) definitions[name] = schemaOf(schema);
  }
  const text = JSON.stringify({ swagger: "2.0", info: INFO, paths: sorted(paths), definitions: sorted(definitions) });
  merged.set(first, { hashes, text });
  return text;
};

/** The head of the document alone: clients that want more of it ask version 3 first, and come here with what that does not have. */
export const openApiV2Head = (): Uint8Array =>
  new Uint8Array([...field(1, bytesOf("2.0")), ...field(2, [...field(1, bytesOf(INFO.title)), ...field(2, bytesOf(INFO.version))])]);

const INFO = { title: "Kubernetes", version: "1.35" };

const merged = new WeakMap<OpenApiText, { readonly hashes: string; readonly text: string }>();

interface Document {
  readonly paths: Readonly<Record<string, Loose>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

type Loose = Readonly<Record<string, unknown>>;

const pathItem = (item: Loose): unknown =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, name === "parameters" ? parametersOf(value) : operation(value as Loose)]),
  );

const operation = ({ parameters, requestBody, responses, ...rest }: Loose): unknown => {
  const answers = Object.entries((responses ?? {}) as Readonly<Record<string, Loose>>);
  const produces = [...new Set(answers.flatMap(([, { content }]) => Object.keys(content ?? {})))];
  const body = requestBody as Loose | undefined;
  const bodyParameter = { name: "body", in: "body", ...(body?.["required"] === true && { required: true }), schema: schemaIn(body) };
  const all = [...(body === undefined ? [] : [bodyParameter]), ...parametersOf(parameters)];
  return {
    ...rest,
    schemes: ["https"],
    consumes: Object.keys(body?.["content"] ?? { "*/*": {} }),
    ...(produces.length > 0 && { produces }),
    ...(all.length > 0 && { parameters: all }),
    responses: Object.fromEntries(
      answers.map(([code, answer]) => {
        const schema = schemaIn(answer);
        return [code, { description: answer["description"], ...(schema !== undefined && { schema }) }];
      }),
    ),
  };
};

/** Parameters in OpenAPI v2, which have their type inline instead of in a schema. */
const parametersOf = (parameters: unknown): readonly unknown[] =>
  ((parameters ?? []) as readonly Loose[]).map(({ schema, ...rest }) => ({ ...(schema as Loose | undefined), ...rest }));

const schemaIn = (holder: Loose | undefined): unknown => {
  const [first] = Object.values((holder?.["content"] ?? {}) as Readonly<Record<string, Loose>>);
  return first?.["schema"] === undefined ? undefined : schemaOf(first["schema"]);
};

/** References lead elsewhere, and stand by themselves rather than in a list of one. */
const schemaOf = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(schemaOf);
  if (typeof schema !== "object" || schema === null) return schema;
  const { allOf, $ref, ...rest } = schema as Loose;
  const [only, ...more] = (allOf ?? []) as readonly Loose[];
  const inner = mapValues(rest, (value, name) => (name === "properties" ? mapValues(value as Loose, schemaOf) : schemaOf(value)));
  if (typeof $ref === "string") return { ...inner, $ref: $ref.replace("#/components/schemas/", "#/definitions/") };
  if (only === undefined) return inner;
  return more.length === 0 ? { ...inner, ...(schemaOf(only) as Loose) } : { ...inner, allOf: schemaOf(allOf) };
};

const mapValues = (record: Loose, change: (value: unknown, name: string) => unknown): Loose =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

const sorted = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));

/** A field of a protobuf message that holds bytes, fewer than 128. */
const field = (number: number, bytes: readonly number[]): readonly number[] => [number * 8 + 2, bytes.length, ...bytes];

const bytesOf = (text: string): readonly number[] => [...text].map((character) => character.charCodeAt(0));
