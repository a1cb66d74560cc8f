import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { RouteBehaviour } from "#kube/app/behaviour.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { LANGUAGES } from "../languages/languages.ts";

/** A request as an application's HTTP server takes it: a page that needs no other program, or an operation with the body of its success. */
export const routeOf = (app: AppProgram, method: string, target: string): Routed => {
  const [path = "/", search = ""] = target.split("?");
  const found = findRoute(app, method, path);
  if (found === undefined) return pageOf(app, path);
  const { operation, route, parameters } = found;
  const asked = parseQuery(search);
  const query = { ...(route.parameters === "json" ? withJsonValues(asked) : asked), ...parameters };
  const missing = route.requires.find(({ parameters }) => parameters.some((name) => (query[name] ?? "") === ""));
  return missing === undefined
    ? { operation, body: bodyOf(app, route, query) }
    : { status: missing.status ?? 400, page: `${missing.otherwise}\n` };
};

type Routed = { readonly status: number; readonly page: string } | { readonly operation: string; readonly body: string };

/** Parameters of a request, decoded. */
type Query = Readonly<Record<string, string>>;

const pageOf = ({ behaviour }: AppProgram, path: string): Routed => {
  const page = behaviour.pages?.[path];
  return page === undefined ? { status: 404, page: LANGUAGES[behaviour.language].notFound } : { status: 200, page };
};

interface Route {
  readonly operation: string;
  readonly route: RouteBehaviour;
  /** Names of the parameters in the path, and what a path with them looks like. */
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

const findRoute = (app: AppProgram, method: string, path: string): (Route & { readonly parameters: Query }) | undefined => {
  for (const route of routesOf(app)) {
    if (route.route.method !== undefined && route.route.method !== method) continue;
    const match = route.pattern.exec(path);
    if (match !== null)
      return { ...route, parameters: Object.fromEntries(route.names.map((name, i) => [name, decode(match[i + 1] ?? "")])) };
  }
  return undefined;
};

/** Routes of a program; of those that fit a path, the one whose text says it as it is comes first. */
const routesOf = keepFor(({ behaviour }: AppProgram): readonly Route[] =>
  Object.entries(behaviour.operations)
    .flatMap(([operation, { route }]): readonly Route[] => {
      if (route === undefined) return [];
      const names = [...route.path.matchAll(PARAMETER)].map(([, name = ""]) => name);
      return [{ operation, route, names, pattern: new RegExp(`^${route.path.replaceAll(".", "\\.").replace(PARAMETER, "([^/]+)")}$`) }];
    })
    .sort((a, b) => a.names.length - b.names.length),
);

const PARAMETER = /\{(\w+)\}/g;

const bodyOf = ({ app }: AppProgram, { body }: RouteBehaviour, query: Query): string => {
  if (typeof body === "string") return body;
  const store = app.programs[body.seedOf]?.store;
  const seed = store?.kind === "document" ? store.seed : [];
  const wanted = Object.entries(body.where);
  return seed.some((document) => wanted.every(([field, parameter]) => document[field] === query[parameter])) ? body.found : body.missing;
};

/** Parameters that are JSON texts by what they say; one that is none is missing. */
const withJsonValues = (query: Query): Query => Object.fromEntries(Object.entries(query).map(([name, text]) => [name, jsonValue(text)]));

const jsonValue = (text: string): string => {
  try {
    return `${JSON.parse(text)}`;
  } catch {
    return "";
  }
};

/** Users ask the same again and again. */
const parseQuery = (search: string): Query => keptQuery(search, splitQuery);

const keptQuery = keepUpTo<string, Query>(256);

const splitQuery = (search: string): Query =>
  Object.fromEntries(
    search
      .split("&")
      .filter((pair) => pair.includes("="))
      .map((pair) => [pair.slice(0, pair.indexOf("=")), decode(pair.slice(pair.indexOf("=") + 1))]),
  );

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};
