import { keepUpTo } from "#core/keep-up-to.ts";
import { SEED_DATA } from "./seed-data.ts";

/** Parameters of a request, decoded. */
export type Query = Readonly<Record<string, string>>;

/** One thing that the frontend serves: which operation it is, what it insists on, and the page of an answer. */
export interface Route {
  readonly operation: string;
  readonly needs: readonly { readonly names: readonly string[]; readonly complaint: string }[];
  readonly body: (query: Query) => string;
}

/** A request as the frontend takes it: a page that needs no other program, or the route of an operation. */
export const routeOf = (
  target: string,
): { readonly status: number; readonly page: string } | { readonly route: Route; readonly query: Query } => {
  const [path = "/", search = ""] = target.split("?");
  const route = ROUTES[path];
  if (route === undefined)
    return path === "/"
      ? { status: 200, page: "<!DOCTYPE html>\n<title>Hotel Reservation</title>\n" }
      : { status: 404, page: "404 page not found\n" };
  const query = parseQuery(search);
  const missing = route.needs.find(({ names }) => names.some((name) => (query[name] ?? "") === ""));
  return missing === undefined ? { route, query } : { status: 400, page: `${missing.complaint}\n` };
};

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
