import { normaliseColumns } from "./columns.ts";
import { addressesOf, GENERATED, NODE_PORT, NOT_GENERATED, PLAIN, SAFE } from "./patterns.ts";

/** Facts of a run that are removed from texts. */
export interface NormaliserOptions {
  /** Names of values that this scenario does not compare: `restarts`, `eventCounts`. */
  readonly options: readonly string[];
  readonly scenarioText: string;
  /** Names of this run with their replacements, in this order. */
  readonly literals: readonly (readonly [text: string, mark: string])[];
  readonly podNetwork: string;
  readonly serviceNetwork: string;
}

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Removes what differs between two runs of one scenario from answers, and nothing else. One per run: it numbers
 * generated names in order of appearance.
 */
export class Normaliser {
  readonly #given: NormaliserOptions;
  readonly #isLoose: { readonly restarts: boolean; readonly eventCounts: boolean };
  readonly #networks: readonly (readonly [RegExp, string])[];
  readonly #seen = new Map<string, Map<string, number>>();

  constructor(given: NormaliserOptions) {
    this.#given = given;
    this.#isLoose = { restarts: given.options.includes("restarts"), eventCounts: given.options.includes("eventCounts") };
    this.#networks = [
      [addressesOf(given.podNetwork), "<POD-IP>"],
      [addressesOf(given.serviceNetwork), "<CLUSTER-IP>"],
    ];
  }

  /** Normalises the output of a command. */
  text(printed: string, words: readonly string[] = []): string {
    const { restarts, eventCounts } = this.#isLoose;
    const counts = new Set([...(restarts ? ["RESTARTS"] : []), ...(eventCounts ? ["COUNT"] : [])]);
    let text = this.#string(normaliseColumns(printed, { noHeaders: words.includes("--no-headers"), counts }));
    if (eventCounts) text = text.replace(/ \(x\d+ over <AGE>\)/g, "").replace(/^(\s*"?count"?: )\d+/gm, "$1<N>");
    if (restarts)
      text = text
        .replace(/(Restart Count:\s+|"?restartCount"?: )\d+/g, "$1<N>")
        .replace(/back-off \S+ restarting/g, "back-off <AGE> restarting");
    // The indentation of a diff tells something; other gaps are the widths of columns.
    return text.replace(/(?<!^[+-])(?<=\S) {2,}/gm, "  ");
  }

  /** Normalises objects in any order: sorted, and without numbering their generated names. */
  objects(items: readonly Json[], ignore: readonly string[] = []): readonly Json[] {
    const kept = items.map((item) =>
      ignore.reduce<Json>((left, path) => without(left, path.split(".")), this.#value(withoutManagers(item), "")),
    );
    return kept
      .map((object) => ({ object, key: sortedJson(object) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ object }) => object);
  }

  #string(text: string): string {
    let result = text;
    for (const [literal, mark] of this.#given.literals) if (literal !== "") result = result.replaceAll(literal, () => mark);
    for (const [pattern, mark] of PLAIN) result = result.replace(pattern, mark);
    result = result.replace(GENERATED, (match, ...rest) => this.#generated(match, rest.at(-1) as Groups));
    for (const [pattern, mark] of this.#networks) result = result.replace(pattern, mark);
    return result.replace(NODE_PORT, (port) => (this.#given.scenarioText.includes(port) ? port : "<NODE-PORT>"));
  }

  #generated(match: string, { label, lhash, hash, hpod, pod }: Groups): string {
    if (label) return label + this.#number("HASH", lhash as string);
    if (pod) return NOT_GENERATED.has(pod) ? match : this.#number("POD", pod);
    return this.#number("HASH", hash as string) + (hpod ? `-${this.#number("POD", hpod)}` : "");
  }

  #number(kind: string, value: string): string {
    const known = this.#seen.get(kind) ?? new Map<string, number>();
    this.#seen.set(kind, known);
    const number = known.get(value) ?? known.size + 1;
    known.set(value, number);
    return `<${kind}${number}>`;
  }

  #value(value: Json, key: string): Json {
    if (Array.isArray(value)) return value.map((item: Json) => this.#value(item, key));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [unnumbered(this.#string(name)), this.#value(item as Json, name)]),
      );
    if (key === "resourceVersion" && value) return "<RV>";
    if (HASH_LABELS.has(key) && HASH.test(String(value))) return "<HASH>";
    if (key === "nodePort" && !this.#given.scenarioText.includes(String(value))) return "<NODE-PORT>";
    if ((key === "restartCount" && this.#isLoose.restarts) || (key === "count" && this.#isLoose.eventCounts)) return "<N>";
    return typeof value === "string" ? unnumbered(this.text(value)) : value;
  }
}

/** Removes the numbers of generated names, where order is free. */
export const unnumbered = (text: string): string => text.replace(/<(HASH|POD)\d+>/g, "<$1>");

/** Renders JSON with sorted keys: equal values give equal texts. */
export const sortedJson = (value: Json, indent?: number): string =>
  JSON.stringify(
    value,
    (_, item: unknown) =>
      typeof item === "object" && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    indent,
  );

type Groups = Readonly<Record<"label" | "lhash" | "hash" | "hpod" | "pod", string | undefined>>;

const HASH_LABELS: ReadonlySet<string> = new Set(["pod-template-hash", "controller-revision-hash"]);
const HASH = new RegExp(`^[${SAFE}]+$`);

const withoutManagers = (item: Json): Json => without(item, ["metadata", "managedFields"]);

/** Copies a value without what is at a path; `*` is every key, and a path applies to all elements of a list. */
const without = (node: Json, path: readonly string[]): Json => {
  const [first = "", ...rest] = path;
  if (Array.isArray(node)) return node.map((item: Json) => without(item, first === "*" ? rest : path));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
      if (first !== "*" && key !== first) return [[key, value as Json]];
      return rest.length === 0 ? [] : [[key, without(value as Json, rest)]];
    }),
  );
};
