import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

/** Queries that are asked at an instant and over a range, as dashboards, alert rules and agents write them. */
export const queries = (): readonly string[] => [
  ...new Set(
    files().flatMap(({ calls = [], queries: single = [] }) => [
      ...calls.flatMap(({ functions, arguments: all }) => functions.flatMap((name) => all.map((argument) => `${name}${argument}`))),
      ...single,
    ]),
  ),
];

/** Queries with an error of syntax or type. */
export const erroneousQueries = (): readonly string[] => files().flatMap(({ errors = [] }) => errors);

/** A file of queries; of `calls` every function is asked with all arguments. */
interface QueryFile {
  readonly calls?: readonly { readonly functions: readonly string[]; readonly arguments: readonly string[] }[];
  readonly queries?: readonly string[];
  readonly errors?: readonly string[];
}

const FOLDER = new URL("queries/", import.meta.url);

const files = (): readonly QueryFile[] =>
  readdirSync(FOLDER)
    .sort()
    .map((name) => parse(readFileSync(new URL(name, FOLDER), "utf8")) as QueryFile);
