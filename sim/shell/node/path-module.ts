import { normalise } from "../machine/container-fs.ts";
import { toText } from "./operations.ts";

type Args = readonly unknown[];

/** `require("path")` of POSIX; `cwd`: what `resolve` begins at. */
export const createPath = (cwd: string): Record<string, unknown> => {
  const path: Record<string, unknown> = {
    sep: "/",
    delimiter: ":",
    join: (parts: Args) => normaliseRelative(parts.map(toText).filter(Boolean).join("/")),
    normalize: ([text]: Args) => normaliseRelative(toText(text)),
    resolve: (parts: Args) => parts.reduce<string>((folder, part) => normalise(toText(part), folder), cwd),
    basename: ([text, end]: Args) => basename(toText(text), end === undefined ? "" : toText(end)),
    dirname: ([text]: Args) => dirname(toText(text)),
    extname: ([text]: Args) => extname(toText(text)),
    isAbsolute: ([text]: Args) => toText(text).startsWith("/"),
    relative: ([from, to]: Args) => relative(normalise(toText(from), cwd), normalise(toText(to), cwd)),
    parse: ([text]: Args) => {
      const base = basename(toText(text), "");
      const ext = extname(base);
      const dir = toText(text).includes("/") ? dirname(toText(text)) : "";
      return { root: toText(text).startsWith("/") ? "/" : "", dir, base, ext, name: base.slice(0, base.length - ext.length) };
    },
  };
  path["posix"] = path;
  return path;
};

const normaliseRelative = (text: string): string => {
  if (text === "") return ".";
  const isAbsolute = text.startsWith("/");
  const kept: string[] = [];
  for (const part of text.split("/"))
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (part !== "" && part !== "." && !(part === ".." && isAbsolute)) kept.push(part);
  const end = text.endsWith("/") && kept.length > 0 ? "/" : "";
  return `${isAbsolute ? "/" : ""}${kept.join("/")}${end}` || ".";
};

const basename = (text: string, end: string): string => {
  const base = text.replace(/\/+$/, "").replace(/^.*\//, "");
  return end !== "" && base !== end && base.endsWith(end) ? base.slice(0, -end.length) : base;
};

const dirname = (text: string): string => {
  const folder = /^(.*?)\/+[^/]*\/*$/.exec(text)?.[1];
  return folder === undefined ? "." : folder || "/";
};

const extname = (text: string): string => /[^/.][^/]*?(\.[^./]*)$/.exec(basename(text, ""))?.[1] ?? "";

const relative = (from: string, to: string): string => {
  const [a, b] = [from, to].map((path) => path.split("/").filter(Boolean)) as [string[], string[]];
  const same = a.findIndex((part, index) => part !== b[index]);
  const shared = same < 0 ? a.length : same;
  return [...a.slice(shared).map(() => ".."), ...b.slice(shared)].join("/");
};
