import type { AppRecord } from "#kube/app/app.ts";

/** Puts `program` before programs: what stands in a `bin` folder, archives, and names of the app's own that are no component's. */
export const namePrograms = (text: string, { components }: AppRecord): string => {
  const taken = new Set(components.map(({ name }) => name));
  const own = [...new Set(components.flatMap(({ program, siblingPrograms }) => [program ?? "", ...siblingPrograms]))]
    .map((path) => path.split("/").at(-1) ?? "")
    .filter((name) => IS_NO_EVERYDAY_WORD.test(name))
    .map((name) => name.toLowerCase())
    .filter((name) => !taken.has(name));
  const named = text.replace(PATHS, "program $1");
  return own.length === 0
    ? named
    : named.replace(
        new RegExp(`(?<!\\b(?:program|binary|executable) |[\\w./-])(${own.map(asPattern).join("|")})(?![\\w-])(?!\\.\\w)`, "g"),
        "program $1",
      );
};

const PATHS =
  /(?<!\b(?:program|binary|executable|command|file) |[\w./-])(\/(?:[\w.-]{1,40}\/){0,6}s?bin\/[\w.-]{1,60}|(?:\/[\w.-]{1,40}){0,6}\/?[\w.-]{1,60}\.jar)(?![\w/])/g;

/** `UserService` and `geo_service_process`, but neither `node` nor `cart`. */
const IS_NO_EVERYDAY_WORD = /^[A-Z][a-z]+[A-Z]\w+$|^[a-z]+_\w+$/;

const asPattern = (name: string): string => name.replaceAll(".", "\\.");
