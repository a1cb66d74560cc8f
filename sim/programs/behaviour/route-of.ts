import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { RouteBehaviour } from "#kube/app/behaviour.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { LANGUAGES } from "../languages/languages.ts";

/** A request as an application's HTTP server takes it: a page that needs no other program, or an operation with the body of its success. */
export const routeOf = (app: AppProgram, target: string): Routed => {
  const [path = "/", search = ""] = target.split("?");
  const found = routesOf(app).get(path);
  if (found === undefined) return pageOf(app, path);
  const { operation, route } = found;
  const query = route.parameters === "json" ? withJsonValues(parseQuery(search)) : parseQuery(search);
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

const routesOf = keepFor(
  ({ behaviour }: AppProgram): ReadonlyMap<string, { readonly operation: string; readonly route: RouteBehaviour }> =>
    new Map(
      Object.entries(behaviour.operations).flatMap(([operation, { route }]) =>
        route === undefined ? [] : [[route.path, { operation, route }]],
      ),
    ),
);

const bodyOf = ({ app }: AppProgram, { body }: RouteBehaviour, query: Query): string => {
  if (typeof body === "string") return body;
  const seed = app.programs[body.seedOf]?.store?.seed ?? [];
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
