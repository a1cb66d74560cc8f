import { useEffect, useState } from "preact/hooks";

/** Place in the pages that the address names, such as `#/matrix?app=train-ticket`. */
export interface Route {
  readonly page: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Parses the part of an address behind `#`. */
export const parseRoute = (hash: string): Route => {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...rest] = path.split("/").map(decode);
  return { page, path: rest, query: Object.fromEntries(new URLSearchParams(query)) };
};

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Writes an address; values that are empty are left out. */
export const linkTo = (page: string, path: readonly string[] = [], query: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  const text = `#/${[page, ...path].map(encodeURIComponent).join("/")}`;
  return search.size === 0 ? text : `${text}?${search}`;
};

/** The present route, and that after each change. */
export const useRoute = (): Route => {
  const [route, setRoute] = useState(parseRoute(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
};

/** Changes the query of the present address without a new step in the browser's history. */
export const replaceQuery = ({ page, path }: Route, query: Readonly<Record<string, string>>): void => {
  history.replaceState(null, "", linkTo(page, path, query));
  dispatchEvent(new HashChangeEvent("hashchange"));
};
