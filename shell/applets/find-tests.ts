import { LinearExpression } from "#core/linear-expression.ts";
import type { AppletCall } from "../interpreter/applet-call.ts";
import { hasWildcards, patternExpression } from "../language/patterns.ts";
import type { FileInfo } from "../machine/file-system.ts";
import { posixExpression } from "./posix-expression.ts";

/** A file that was come by. */
export interface Found {
  readonly path: string;
  readonly full: string;
  readonly info: FileInfo;
}

/** Action on a file; returns true where the next action follows. */
export type Action = (found: Found, search: Search) => boolean;

/** One walk through folders. Commands run when all of it is walked, in the order in which files were found. */
export interface Search {
  readonly call: AppletCall;
  output: string;
  readonly commands: (readonly string[])[];
  isPruned: boolean;
  isOver: boolean;
}

/** Raised on conditions that cannot be read. */
export class FindError extends Error {}

type Test = (value: string, call: AppletCall) => Action;

const baseOf = (path: string): string => path.replace(/(.)\/+$/, "$1").replace(/^.*\/(?=.)/, "");

/** The expression of a file name pattern; without wildcards a name stands for itself. */
const named = (value: string, ignoresCase: boolean): RegExp => {
  const expression = patternExpression(hasWildcards(value) ? value : value.replaceAll(/[\\[\]]/g, "\\$&"));
  return ignoresCase ? new LinearExpression(expression.source, "is") : expression;
};

/** More than `+N`, less than `-N`, or exactly N. */
const measured = (value: string, measure: (found: Found) => number, name: string): Action => {
  const [, sign, digits] = /^([-+]?)(\d+)$/.exec(value) ?? [];
  if (digits === undefined) throw new FindError(`invalid number '${value}' for ${name}`);
  const wanted = Number(digits);
  return (found) => {
    const size = measure(found);
    return sign === "+" ? size > wanted : sign === "-" ? size < wanted : size === wanted;
  };
};

const aged =
  (unitMs: number, name: string): Test =>
  (value, { machine }) =>
    measured(value, ({ info }) => Math.floor((machine.nowMs - info.modifiedMs) / unitMs), name);

const KINDS: Readonly<Record<string, FileInfo["kind"]>> = { f: "file", d: "folder", l: "link", c: "device" };
const SIZES: Readonly<Record<string, number>> = { c: 1, k: 1024, b: 512, "": 512 };

/** Conditions of `find` that take a value or none, by their names. */
export const FIND_TESTS: Readonly<Record<string, Test>> = {
  "-name": (value) => {
    const expression = named(value, false);
    return ({ full }) => expression.test(baseOf(full));
  },
  "-iname": (value) => {
    const expression = named(value, true);
    return ({ full }) => expression.test(baseOf(full));
  },
  "-path": (value) => {
    const expression = named(value, false);
    return ({ path }) => expression.test(path);
  },
  "-ipath": (value) => {
    const expression = named(value, true);
    return ({ path }) => expression.test(path);
  },
  "-regex": (value) => {
    const expression = posixExpression(value, "basic", { isLine: true });
    return ({ path }) => expression?.test(path) === true;
  },
  "-type": (value) => {
    if (value.length !== 1) throw new FindError(`bad arg '${value}' to '-type'`);
    return ({ info }) => info.kind === KINDS[value];
  },
  "-executable":
    () =>
    ({ info }) =>
      info.kind === "folder" || (info.mode & 0o111) !== 0,
  "-perm": (value) => {
    const mode = Number.parseInt(value.replace(/^[-+/]/, ""), 8);
    return ({ info }) =>
      value.startsWith("-") ? (info.mode & mode) === mode : /^[+/]/.test(value) ? (info.mode & mode) !== 0 : (info.mode & 0o7777) === mode;
  },
  "-mtime": aged(86_400_000, "-mtime"),
  "-atime": aged(86_400_000, "-atime"),
  "-ctime": aged(86_400_000, "-ctime"),
  "-mmin": aged(60_000, "-mmin"),
  "-amin": aged(60_000, "-amin"),
  "-cmin": aged(60_000, "-cmin"),
  "-newer": (value, call) => {
    const other = call.machine.fs.stat(call.path(value));
    if (other === undefined) throw new FindError(`can't stat '${value}': No such file or directory`);
    return ({ info }) => info.modifiedMs > other.modifiedMs;
  },
  "-user": (value, call) => {
    const user = call.machine.users.numberOf("/etc/passwd", value);
    if (user === undefined) throw new FindError(`unknown user ${value}`);
    return ({ info }) => info.user === user;
  },
  "-group": (value, call) => {
    const group = call.machine.users.numberOf("/etc/group", value);
    if (group === undefined) throw new FindError(`unknown group ${value}`);
    return ({ info }) => info.group === group;
  },
  "-size": (value) => {
    const unit = /[bck]$/.exec(value)?.[0] ?? "";
    return measured(value.slice(0, value.length - unit.length), ({ info }) => Math.ceil(info.sizeBytes / (SIZES[unit] ?? 512)), "-size");
  },
  "-links": (value) => measured(value, ({ info }) => info.links ?? 1, "-links"),
  "-empty":
    (_value, { machine }) =>
    ({ full, info }) =>
      info.kind === "folder" ? machine.fs.list(full).length === 0 : info.kind === "file" && info.sizeBytes === 0,
};
