import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { each } from "./each-path.ts";
import { readOptions } from "./options.ts";

const baseOf = (path: string): string => path.replace(/(.)\/+$/, "$1").replace(/^.*\/(?=.)/, "");

const childOf = (folder: string, name: string): string => `${folder === "/" ? "" : folder}/${name}`;

/** Takes away a file, or a folder with all that is in it; gives what is wrong. */
export const removeAll = (call: AppletCall, full: string): string | undefined => {
  const { fs } = call.machine;
  if (fs.stat(full, false)?.kind === "folder")
    for (const name of fs.list(full)) {
      const error = removeAll(call, childOf(full, name));
      if (error !== undefined) return error;
    }
  return fs.remove(full);
};

interface Copying {
  /** True: a link is copied as one instead of what it leads to. */
  readonly keepsLinks: boolean;
  /** True: modes, owners and times too. */
  readonly keepsFacts: boolean;
  /** Names of paths in messages. */
  readonly shown: readonly [from: string, to: string];
}

const copyTree = (call: AppletCall, from: string, to: string, how: Copying): string | undefined => {
  const { fs } = call.machine;
  const info = fs.stat(from, !how.keepsLinks);
  const [fromName, toName] = how.shown;
  if (info === undefined) return `can't stat '${fromName}': No such file or directory`;
  if (info.kind === "folder") {
    if (!fs.isFolder(to)) {
      const error = fs.makeFolder(to, info.mode);
      if (error !== undefined) return `can't create directory '${toName}': ${error}`;
    }
    for (const name of fs.list(from)) {
      const inner: Copying = { ...how, shown: [`${fromName}/${name}`, `${toName}/${name}`] };
      const problem = copyTree(call, childOf(from, name), childOf(to, name), inner);
      if (problem !== undefined) return problem;
    }
  } else if (info.kind === "link") {
    if (fs.stat(to, false) !== undefined) fs.remove(to);
    const error = fs.makeLink(to, info.target ?? "");
    if (error !== undefined) return `can't create symlink '${toName}' to '${info.target}': ${error}`;
    return undefined;
  } else {
    const content = fs.read(from);
    if (!content.ok) return `can't open '${fromName}': ${content.error}`;
    const isNew = !fs.exists(to);
    const error = fs.write(to, content.bytes);
    if (error !== undefined) return `can't create '${toName}': ${error}`;
    if (isNew && info.kind === "file" && info.mode !== 0o644) fs.setMode(to, info.mode);
  }
  if (how.keepsFacts) {
    fs.setMode(to, info.mode);
    fs.setOwner(to, { user: info.user, group: info.group });
    fs.setTime(to, info.modifiedMs);
  }
  return undefined;
};

const transfer =
  (isMove: boolean): Applet =>
  (call) => {
    const { rest, has, value } = readOptions(call.args, "rRafpdLPHTuvnilt:");
    const { fs } = call.machine;
    const given = value("t");
    const target = given ?? rest[rest.length - 1];
    const sources = given === undefined ? rest.slice(0, -1) : rest;
    if (target === undefined || sources.length === 0) return call.usage(isMove ? MOVE_USAGE : COPY_USAGE);
    const isInto = fs.isFolder(call.path(target)) && !has("T");
    if (sources.length > 1 && !isInto) return call.fail(`target '${target}' is not a directory`);
    const isDeep = ["r", "R", "a"].some(has);
    return each(call, sources, (path) => {
      const from = call.path(path);
      const name = isInto ? `${target.replace(/\/$/, "")}/${baseOf(path)}` : target;
      const to = call.path(name);
      const keepsLinks = isMove || has("P") || has("d") || (isDeep && !has("L"));
      const info = fs.stat(from, !keepsLinks);
      if (info === undefined) return `can't ${isMove ? "rename" : "stat"} '${path}': No such file or directory`;
      if (info.kind === "folder" && !isMove && !isDeep) return `omitting directory '${path}'`;
      if (fs.resolve(from) === fs.resolve(to)) return isMove ? undefined : `'${path}' and '${name}' are the same file`;
      if (has("n") && fs.exists(to)) return undefined;
      if (isMove && fs.stat(to, false)?.kind === "link") fs.remove(to);
      const problem = copyTree(call, from, to, { keepsLinks, keepsFacts: isMove || has("p") || has("a"), shown: [path, name] });
      if (problem !== undefined) return problem;
      if (has("v")) call.out(`'${path}' -> '${name}'\n`);
      const error = isMove ? removeAll(call, from) : undefined;
      return error === undefined ? undefined : `can't remove '${path}': ${error}`;
    });
  };

const COPY_USAGE = `cp [-arPLHpfinlsTu] SOURCE DEST
or: cp [-arPLHpfinlsu] SOURCE... { -t DIRECTORY | DIRECTORY }

Copy SOURCEs to DEST
`;

const MOVE_USAGE = `mv [-finT] SOURCE DEST
or: mv [-fin] SOURCE... { -t DIRECTORY | DIRECTORY }

Rename SOURCE to DEST, or move SOURCEs to DIRECTORY
`;

/** `ln`: a symbolic link, or another name for a file. */
const ln: Applet = (call) => {
  const { rest, has } = readOptions(call.args, "sfnbvT");
  const { fs } = call.machine;
  const [last = "", ...before] = [...rest].reverse();
  const targets = rest.length === 1 ? rest : before.reverse();
  const place = rest.length === 1 ? "." : last;
  return each(call, targets, (target) => {
    const isInto = fs.isFolder(call.path(place)) && !(has("n") && fs.stat(call.path(place), false)?.kind === "link");
    const name = isInto ? `${place}/${baseOf(target)}` : place;
    const link = call.path(name);
    if (!has("s") && fs.stat(call.path(target)) === undefined) return `${target}: No such file or directory`;
    if (has("f") && fs.stat(link, false)?.kind !== "folder") fs.remove(link);
    const error = has("s") ? fs.makeLink(link, target) : fs.makeHardLink(link, call.path(target));
    return error === undefined ? undefined : `${name.replace(/^\.\//, "./")}: ${error}`;
  });
};

/** Applets that give files other places and names. */
export const COPY_APPLETS: Readonly<Record<string, Applet>> = { cp: transfer(false), ln, mv: transfer(true) };
