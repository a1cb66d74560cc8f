import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { readOptions } from "./options.ts";

/** `tar` as `kubectl cp` uses it: create to and extract from a stream or a file, and list. */
export const tar: Applet = (call) => {
  const [first = "", ...others] = call.args;
  const args = first.startsWith("-") || first === "" ? call.args : [`-${first}`, ...others];
  const { rest, has, value } = readOptions(args, "cxtvmpozOkC:f:T:X: no-same-owner=o no-same-permissions=p");
  const folder = call.path(value("C") ?? ".");
  const archive = value("f") ?? "-";
  if (value("C") !== undefined && call.machine.fs.stat(folder)?.kind !== "folder")
    return call.fail(`can't change directory to '${value("C")}': No such file or directory`);
  if (has("c")) return create(call, { folder, archive, paths: rest });
  if (!has("x") && !has("t")) return call.fail("need at least one option: -c, -x or -t");
  const use = (bytes: string): number => (has("t") ? list(call, bytes) : extract(call, bytes, folder));
  if (archive === "-") return call.withInput(use);
  const content = call.machine.fs.read(call.path(archive));
  return content.ok ? use(content.bytes) : call.fail(`can't open '${archive}': ${content.error}`);
};

const BLOCK = 512;

const create = (
  call: AppletCall,
  { folder, archive, paths }: { readonly folder: string; readonly archive: string; readonly paths: readonly string[] },
): number => {
  let bytes = "";
  let hasFailed = false;
  let hasWarned = false;
  const add = (name: string, full: string): void => {
    const info = call.machine.fs.stat(full, false);
    if (info === undefined) {
      call.err(`tar: ${name}: No such file or directory\n`);
      hasFailed = true;
      return;
    }
    if (name.startsWith("/") && !hasWarned) {
      hasWarned = true;
      call.err("tar: removing leading '/' from member names\n");
    }
    const member = name.replace(/^\/+/, "");
    const content = info.kind === "file" ? readBytes(call, full) : "";
    if (member !== "")
      bytes += header(info.kind === "folder" ? `${member.replace(/\/$/, "")}/` : member, {
        mode: info.mode,
        size: content.length,
        modifiedMs: info.modifiedMs,
        isFolder: info.kind === "folder",
        link: info.target,
      });
    bytes += content.padEnd(Math.ceil(content.length / BLOCK) * BLOCK, "\0");
    if (info.kind === "folder")
      for (const entry of call.machine.fs.list(full)) add(`${name.replace(/\/$/, "")}/${entry}`, `${full === "/" ? "" : full}/${entry}`);
  };
  for (const path of paths) add(path, path.startsWith("/") ? call.path(path) : call.path(`${folder}/${path}`));
  bytes += "\0".repeat(2 * BLOCK);
  bytes = bytes.padEnd(Math.ceil(bytes.length / (20 * BLOCK)) * 20 * BLOCK, "\0");
  if (archive === "-") call.out(bytes);
  else {
    const error = call.machine.fs.write(call.path(archive), bytes);
    if (error !== undefined) return call.fail(`can't open '${archive}': ${error}`);
  }
  if (hasFailed) call.err("tar: error exit delayed from previous errors\n");
  return hasFailed ? 1 : 0;
};

const readBytes = (call: AppletCall, full: string): string => {
  const content = call.machine.fs.read(full);
  return content.ok ? content.bytes : "";
};

interface Member {
  readonly mode: number;
  readonly size: number;
  readonly modifiedMs: number;
  readonly isFolder: boolean;
  /** Where a symbolic link leads. */
  readonly link: string | undefined;
}

const octal = (value: number, width: number): string =>
  `${Math.max(0, Math.floor(value))
    .toString(8)
    .padStart(width - 1, "0")}\0`;

const header = (name: string, { mode, size, modifiedMs, isFolder, link }: Member): string => {
  const isLong = name.length > 100;
  const cut = isLong ? name.lastIndexOf("/", 154) : -1;
  const [prefix, short] = isLong && cut > 0 ? [name.slice(0, cut), name.slice(cut + 1)] : ["", name];
  const fields = (sum: string) =>
    `${short.slice(0, 100).padEnd(100, "\0")}${octal(mode & 0o7777, 8)}${octal(0, 8)}${octal(0, 8)}${octal(size, 12)}${octal(modifiedMs / 1000, 12)}${sum}${isFolder ? "5" : link === undefined ? "0" : "2"}${(link ?? "").slice(0, 100).padEnd(100, "\0")}ustar  \0${"root".padEnd(32, "\0")}${"root".padEnd(32, "\0")}${"\0".repeat(16)}${prefix.padEnd(155, "\0")}`.padEnd(
      BLOCK,
      "\0",
    );
  const sum = [...fields("        ")].reduce((total, character) => total + character.charCodeAt(0), 0);
  return fields(`${sum.toString(8).padStart(6, "0")}\0 `);
};

interface Entry extends Member {
  readonly name: string;
  readonly content: string;
}

function* entries(bytes: string): Generator<Entry> {
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const block = bytes.slice(at, at + BLOCK);
    if (block.startsWith("\0")) return;
    const text = (from: number, length: number) => block.slice(from, from + length).split("\0")[0] as string;
    const size = Number.parseInt(text(124, 12).trim() || "0", 8);
    const content = bytes.slice(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = block[156];
    if (type === "L") {
      longName = content.split("\0")[0] as string;
      continue;
    }
    if (type === "x" || type === "g") {
      longName = /\d+ path=([^\n]*)\n/.exec(content)?.[1] ?? longName;
      continue;
    }
    const prefix = block.slice(257, 262) === "ustar" && block[263] === "0" ? text(345, 155) : "";
    const name = longName ?? `${prefix === "" ? "" : `${prefix}/`}${text(0, 100)}`;
    longName = undefined;
    yield {
      name,
      content,
      size,
      mode: Number.parseInt(text(100, 8).trim() || "644", 8),
      modifiedMs: 0,
      isFolder: type === "5",
      link: type === "2" ? text(157, 100) : undefined,
    };
  }
}

const list = (call: AppletCall, bytes: string): number => {
  for (const { name } of entries(bytes)) call.out(`${name}\n`);
  return 0;
};

const extract = (call: AppletCall, bytes: string, folder: string): number => {
  if (bytes === "" || bytes.length % BLOCK !== 0) return call.fail("short read");
  for (const { name, content, mode, isFolder, link } of entries(bytes)) {
    const full = call.path(`${folder}/${name}`);
    makeParents(call, full);
    if (link !== undefined) {
      call.machine.fs.remove(full);
      const problem = call.machine.fs.makeLink(full, link);
      if (problem !== undefined) return call.fail(`can't create symlink '${name}' to '${link}': ${problem}`);
      continue;
    }
    const error = isFolder
      ? call.machine.fs.isFolder(full)
        ? undefined
        : call.machine.fs.makeFolder(full, mode & 0o7777)
      : call.machine.fs.write(full, content);
    if (error !== undefined) return call.fail(`can't open '${name.replace(/^\/+/, "")}': ${error}`);
    if (!isFolder && (mode & 0o7777) !== 0o644) call.machine.fs.setMode(full, mode & 0o7777);
  }
  return 0;
};

const makeParents = (call: AppletCall, full: string): void => {
  const parts = full.split("/").slice(1, -1);
  for (let i = 1; i <= parts.length; i++) {
    const path = `/${parts.slice(0, i).join("/")}`;
    if (!call.machine.fs.exists(path)) call.machine.fs.makeFolder(path);
  }
};
