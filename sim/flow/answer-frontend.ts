import { SEED_DATA } from "../apps/hotel/seed-data.ts";
import type { HttpAnswer, HttpRequest } from "../apps/http-answer.ts";
import type { Process } from "../apps/process.ts";
import type { World } from "../kernel/world.ts";
import { currentOutcome } from "./current-traffic.ts";
import type { Outcome } from "./outcome.ts";

/**
 * What the frontend answers at this instant: one request out of the traffic's own distribution.
 *
 * Draws nothing: the request's fate is a function of the instant and the path.
 */
export const answerFrontend = (world: World, process: Process, request: HttpRequest): HttpAnswer => {
  const [path = "/", search = ""] = request.path.split("?");
  const route = ROUTES[path];
  if (route === undefined)
    return path === "/" ? page(200, "<!DOCTYPE html>\n<title>Hotel Reservation</title>\n") : page(404, "404 page not found\n");
  const query = parseQuery(search);
  const missing = route.needs.find(({ names }) => names.some((name) => (query[name] ?? "") === ""));
  if (missing !== undefined) return page(400, `${missing.complaint}\n`);
  const outcome = currentOutcome(world, process, route.operation);
  const error = outcome.errors.length === 0 ? undefined : failureAt(outcome, fateOf(world, process, request));
  if (error !== undefined) return page(500, `${error.text}\n`, error.afterMs);
  return page(200, route.body(query), outcome.meanMs);
};

const fateOf = (world: World, process: Process, request: HttpRequest): number =>
  world.rng(`flow/request/${world.nowMs()}/${process.key}/${request.path}`).fraction();

const page = (status: number, body: string, afterMs = 1): HttpAnswer => ({ kind: "answer", status, body, afterMs });

const failureAt = ({ errors }: Outcome, fate: number) => {
  let sum = 0;
  return errors.find(({ share }) => {
    sum += share;
    return sum > fate;
  });
};

type Query = Readonly<Record<string, string>>;

interface Route {
  readonly operation: string;
  readonly needs: readonly { readonly names: readonly string[]; readonly complaint: string }[];
  readonly body: (query: Query) => string;
}

const DATES = { names: ["inDate", "outDate"], complaint: "Please specify inDate/outDate params" };
const PLACE = { names: ["lat", "lon"], complaint: "Please specify location params" };
const LOGIN = { names: ["username", "password"], complaint: "Please specify username and password" };

const ROUTES: Readonly<Record<string, Route>> = {
  "/hotels": { operation: "GET /hotels", needs: [DATES, PLACE], body: () => HOTELS },
  "/recommendations": {
    operation: "GET /recommendations",
    needs: [PLACE, { names: ["require"], complaint: "Please specify require params" }],
    body: () => RECOMMENDED,
  },
  "/user": {
    operation: "POST /user",
    needs: [LOGIN],
    body: (query) => message(isUser(query) ? "Login successfully!" : "Failed. Please check your username and password. "),
  },
  "/reservation": {
    operation: "POST /reservation",
    needs: [
      DATES,
      { names: ["hotelId"], complaint: "Please specify hotelId params" },
      { names: ["customerName"], complaint: "Please specify customerName params" },
      LOGIN,
    ],
    body: (query) => message(isUser(query) ? "Reserve successfully!" : "Failed. Please check your username and password. "),
  },
};

const message = (text: string): string => `${JSON.stringify({ message: text })}\n`;

/** Users are Cornell_0 … Cornell_500, each with its number ten times as password. */
const isUser = ({ username = "", password }: Query): boolean => {
  const number = /^Cornell_(\d+)$/.exec(username)?.[1];
  return number !== undefined && Number(number) <= 500 && password === number.repeat(10);
};

const renderHotels = (ids: readonly number[]): string => {
  const profiles = SEED_DATA["profile-db.hotels"] ?? [];
  const features = ids.map((id) => {
    const profile = profiles[id - 1] as {
      readonly name: string;
      readonly phoneNumber: string;
      readonly address: { readonly lat: number; readonly lon: number };
    };
    return {
      geometry: { coordinates: [profile.address.lon, profile.address.lat], type: "Point" },
      id: `${id}`,
      properties: { name: profile.name, phone_number: profile.phoneNumber },
      type: "Feature",
    };
  });
  return `${JSON.stringify({ features, type: "FeatureCollection" })}\n`;
};

/** The application's own data do not change. */
const HOTELS = renderHotels([1, 2, 3, 4, 5]);
const RECOMMENDED = renderHotels([7, 19, 31]);

const parseQuery = (search: string): Query => {
  let query = queries.get(search);
  if (query === undefined) {
    query = splitQuery(search);
    if (queries.size >= QUERIES_MAX) queries.clear();
    queries.set(search, query);
  }
  return query;
};

/** A pure function's results: users ask the same again and again. */
const queries = new Map<string, Query>();
const QUERIES_MAX = 256;

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
