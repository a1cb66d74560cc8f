import { groupName, userName } from "../../processes/identity.ts";
import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import type { FileInfo } from "../machine/container-fs.ts";
import { formatDate } from "./format-date.ts";
import { linkCount } from "./link-count.ts";
import { modeText } from "./mode-text.ts";
import { readOptions } from "./options.ts";

/** `ls`: files first, then folders with their names. */
export const listFolders: Applet = (call) => {
  const { rest, has } = readOptions(call.args, "1aAlhdRtrSFpinsCxL");
  const paths = rest.length === 0 ? ["."] : [...rest];
  let status = 0;
  const files: string[] = [];
  const folders: string[] = [];
  for (const path of paths) {
    const info = call.machine.fs.stat(call.path(path), has("L") || (!has("d") && !(has("l") && !path.endsWith("/"))));
    if (info === undefined) {
      call.err(`ls: ${path}: No such file or directory\n`);
      status = 1;
    } else if (info.kind === "folder" && !has("d")) folders.push(path);
    else files.push(path);
  }
  const isTitled = paths.length > 1 || has("R");
  if (files.length > 0)
    call.out(
      render(
        call,
        files.map((path) => ({ name: path, full: call.path(path) })),
        has,
      ),
    );
  const visit = (path: string, isFirst: boolean): void => {
    const full = call.path(path);
    if (isTitled) call.out(`${isFirst ? "" : "\n"}${path}:\n`);
    call.out(renderFolder(call, full, has));
    if (!has("R")) return;
    for (const name of call.machine.fs.list(full).filter((entry) => has("a") || has("A") || !entry.startsWith(".")))
      if (call.machine.fs.stat(`${full === "/" ? "" : full}/${name}`, false)?.kind === "folder") visit(`${path}/${name}`, false);
  };
  for (const [index, path] of folders.sort().entries()) visit(path, index === 0 && files.length === 0);
  return status;
};

type Has = (flag: string) => boolean;
interface Entry {
  readonly name: string;
  readonly full: string;
}

const renderFolder = (call: AppletCall, full: string, has: Has): string => {
  const own = call.machine.fs.list(full).filter((name) => has("a") || has("A") || !name.startsWith("."));
  const entries = [...(has("a") ? [".", ".."] : []), ...own].map((name) => ({
    name,
    full: name === "." ? full : name === ".." ? full : `${full === "/" ? "" : full}/${name}`,
  }));
  const text = render(call, entries, has);
  const total = entries.reduce((sum, entry) => sum + blocksOf(call.machine.fs.stat(entry.full, has("L"))), 0);
  return has("l") || has("n") ? `total ${total}\n${text}` : text;
};

const render = (call: AppletCall, entries: readonly Entry[], has: Has): string => {
  const rows = entries.map((entry) => ({ ...entry, info: call.machine.fs.stat(entry.full, has("L")) }));
  if (has("t")) rows.sort((a, b) => (b.info?.modifiedMs ?? 0) - (a.info?.modifiedMs ?? 0));
  if (has("S")) rows.sort((a, b) => (b.info?.sizeBytes ?? 0) - (a.info?.sizeBytes ?? 0));
  if (has("r")) rows.reverse();
  const mark = (info: FileInfo | undefined): string => ((has("F") || has("p")) && info?.kind === "folder" ? "/" : "");
  if (has("l") || has("n"))
    return rows.map(({ name, full, info }) => (info === undefined ? "" : longLine(call, { name, full, info }, has("n")))).join("");
  if (call.proc.fds[1]?.kind === "terminal" && !has("1")) return columns(rows.map(({ name, info }) => `${name}${mark(info)}`));
  return rows.map(({ name, info }) => `${name}${mark(info)}\n`).join("");
};

/** As many columns as fit into a line of 80 characters. */
const columns = (names: readonly string[]): string => {
  if (names.length === 0) return "";
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const perLine = Math.max(1, Math.floor(80 / width));
  const height = Math.ceil(names.length / perLine);
  return Array.from({ length: height }, (_unused, row) => {
    const cells = names.filter((_name, index) => index % height === row);
    return `${cells.map((name, index) => (index === cells.length - 1 ? name : name.padEnd(width))).join("")}\n`;
  }).join("");
};

const longLine = (call: AppletCall, { name, full, info }: Entry & { readonly info: FileInfo }, isNumeric: boolean): string => {
  const target = call.machine.fs.linkTarget(full);
  const { process } = call.machine;
  const user = (isNumeric ? undefined : userName(process, info.user)) ?? `${info.user}`;
  const group = (isNumeric ? undefined : groupName(process, info.group)) ?? `${info.group}`;
  const links = linkCount(call, full, info);
  const isOld = Math.abs(call.machine.nowMs - info.modifiedMs) > HALF_YEAR_MS;
  const time = formatDate(info.modifiedMs, isOld ? "%b %e  %Y" : "%b %e %H:%M");
  return `${modeText(info.kind, info.mode)} ${`${links}`.padStart(4)} ${user.padEnd(8)} ${group.padEnd(8)} ${`${info.sizeBytes}`.padStart(9)} ${time} ${name}${info.kind === "link" && target !== undefined ? ` -> ${target}` : ""}\n`;
};

/** What a file takes on disk, in KiB; a link is kept with its name. */
const blocksOf = (info: FileInfo | undefined): number =>
  info === undefined || info.kind === "link" || info.kind === "device" ? 0 : Math.ceil(info.sizeBytes / 4096) * 4;

const HALF_YEAR_MS = 15_768_000_000;
