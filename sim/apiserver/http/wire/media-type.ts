/** Encoding of an answer. */
export interface Encoding {
  readonly format: "json" | "yaml";
  /** Indented, for people. */
  readonly pretty: boolean;
  /** Shown in the place of the objects; undefined: the objects. */
  readonly as: Transform | undefined;
  /** The media type without parameters. */
  readonly accepted: string;
}

/** Conversion that a client may ask for: `as`, `g` and `v` of the media type. */
export interface Transform {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
}

/** The media types of objects, in the order in which error texts name them. */
export const OBJECT_TYPES = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"] as const;

/**
 * Chooses how to answer.
 *
 * @param allows whether the endpoint can show this in the place of its objects
 * @returns undefined when nothing that the client accepts can be written
 */
export const negotiate = (
  { accept = "", userAgent = "", pretty }: { readonly accept?: string; readonly userAgent?: string; readonly pretty?: string },
  allows: (transform: Transform) => boolean,
): Encoding | undefined => {
  const isPretty = pretty ? TRUE.has(pretty) : PEOPLE.test(userAgent);
  if (accept === "") return { format: "json", pretty: isPretty, as: undefined, accepted: "application/json" };
  for (const { type, parameters } of parseAccept(accept)) {
    const format = formatOf(type);
    const as = transformOf(parameters);
    if (format === undefined || (as !== undefined && !allows(as))) continue;
    if (parameters["stream"] && parameters["stream"] !== "watch") continue;
    return { format, pretty: isPretty || parameters["pretty"] === "1", as, accepted: TYPES[format] };
  }
  return undefined;
};

/** Takes the media type of a body apart, without its parameters; undefined when it is none. */
export const bodyType = (contentType: string): string => (contentType.split(";")[0] as string).trim().toLowerCase();

const TYPES = { json: "application/json", yaml: "application/yaml" } as const;
const TRUE = new Set(["1", "t", "T", "TRUE", "true", "True"]);
/** Programs behind which a person sits. */
const PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/;

interface Clause {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** In the order of `q`, then of how exactly they name a type. */
const parseAccept = (header: string): readonly Clause[] =>
  header
    .split(",")
    .map((text, index) => ({ clause: parseClause(text), index }))
    .map(({ clause, index }) => ({ clause, index, quality: Number(clause.parameters["q"] ?? 1) }))
    .sort((a, b) => b.quality - a.quality || exactness(b.clause) - exactness(a.clause) || a.index - b.index)
    .map(({ clause }) => clause);

const parseClause = (text: string): Clause => {
  const [type = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters: Record<string, string> = {};
  for (const part of rest) {
    const at = part.indexOf("=");
    if (at !== -1) parameters[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return { type: type.toLowerCase(), parameters };
};

const exactness = ({ type }: Clause): number => (type === "*/*" || type === "*" ? 0 : type.endsWith("/*") ? 1 : 2);

const formatOf = (type: string): Encoding["format"] | undefined => {
  if (type === "application/json" || type === "application/*" || type === "*/*" || type === "*") return "json";
  return type === "application/yaml" ? "yaml" : undefined;
};

const transformOf = ({ as = "", g = "", v = "" }: Clause["parameters"]): Transform | undefined =>
  as === "" && g === "" && v === "" ? undefined : { kind: as, group: g, version: v };
