import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { parentOf } from "../machine/file-system.ts";
import { DEFAULT_UMASK } from "../machine/machine.ts";
import { changeOwner } from "./change-owner.ts";
import { changedMode } from "./changed-mode.ts";
import { COPY_APPLETS, removeAll } from "./copy-applets.ts";
import { dd } from "./dd.ts";
import { each } from "./each-path.ts";
import { find } from "./find.ts";
import { listFolders } from "./ls.ts";
import { numberOption } from "./number-option.ts";
import { readOptions } from "./options.ts";
import { stat } from "./stat.ts";
import { tar } from "./tar.ts";
import { touch } from "./touch.ts";

const baseOf = (path: string): string => path.replace(/(.)\/+$/, "$1").replace(/^.*\/(?=.)/, "");

const mkdir: Applet = (call) => {
  const { rest, has, value } = readOptions(call.args, "pm:v");
  const mode = value("m") === undefined ? 0o777 & ~(call.proc.umask ?? DEFAULT_UMASK) : Number.parseInt(value("m") as string, 8);
  return each(call, rest, (path) => {
    const full = call.path(path);
    if (has("p")) {
      const parts = full.split("/").slice(1);
      for (let i = 1; i <= parts.length; i++) {
        const folder = `/${parts.slice(0, i).join("/")}`;
        if (call.machine.fs.isFolder(folder)) continue;
        const error = call.machine.fs.makeFolder(folder, mode);
        if (error !== undefined) return `can't create directory '${path}': ${error}`;
      }
      return undefined;
    }
    const error = call.machine.fs.makeFolder(full, mode);
    return error === undefined ? undefined : `can't create directory '${path}': ${error}`;
  });
};

const rm: Applet = (call) => {
  const { rest, has } = readOptions(call.args, "rRfi");
  const isRecursive = has("r") || has("R");
  return each(call, rest, (path) => {
    const full = call.path(path);
    const info = call.machine.fs.stat(full, false);
    if (info === undefined) return has("f") ? undefined : `can't remove '${path}': No such file or directory`;
    if (info.kind === "folder" && !isRecursive) return `'${path}' is a directory`;
    const error = isRecursive ? removeAll(call, full) : call.machine.fs.remove(full);
    return error === undefined ? undefined : `can't remove '${path}': ${error}`;
  });
};

const rmdir: Applet = (call) =>
  each(call, readOptions(call.args, "p").rest, (path) => {
    const info = call.machine.fs.stat(call.path(path));
    const error = info !== undefined && info.kind !== "folder" ? "Not a directory" : call.machine.fs.remove(call.path(path));
    return error === undefined ? undefined : `'${path}': ${error}`;
  });

const chmod: Applet = (call) => {
  const [mode = "", ...paths] = call.args.filter((arg) => !/^-[Rvcf]+$/.test(arg));
  return each(call, paths, (path) => {
    const info = call.machine.fs.stat(call.path(path));
    if (info === undefined) return `${path}: No such file or directory`;
    const next = changedMode(info.mode, mode);
    if (next === undefined) return `invalid mode '${mode}'`;
    const error = call.machine.fs.setMode(call.path(path), next);
    return error === undefined ? undefined : `${path}: ${error}`;
  });
};

const readlink: Applet = (call) => {
  const { rest, has } = readOptions(call.args, "fnve");
  const [path] = rest;
  if (path === undefined || rest.length > 1) return call.usage(READLINK_USAGE);
  const full = call.path(path);
  const { fs } = call.machine;
  const link = fs.linkTarget(full);
  // What a link leads to need not be there.
  const target = !has("f") ? link : link !== undefined || fs.exists(full) ? fs.resolve(full) : undefined;
  if (target === undefined)
    return has("v") ? call.fail(`${path}: cannot read link: ${fs.exists(full) ? "not a symlink" : "No such file or directory"}`) : 1;
  call.out(`${target}${has("n") ? "" : "\n"}`);
  return 0;
};

const READLINK_USAGE = `readlink [-fnv] FILE

Display the value of a symlink

	-f	Canonicalize by following all symlinks
	-n	Don't add newline
	-v	Verbose
`;

const realpath: Applet = (call) =>
  each(call, readOptions(call.args, "").rest, (path) => {
    const full = call.machine.fs.resolve(call.path(path));
    if (!call.machine.fs.exists(full)) return `${path}: No such file or directory`;
    call.out(`${full}\n`);
    return undefined;
  });

const mktemp: Applet = (call) => {
  const { rest, has, value } = readOptions(call.args, "dqtup:");
  const template = rest[0] ?? "tmp.XXXXXX";
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const rng = call.machine.rng("mktemp", `${call.proc.pid}/${call.machine.nowMs}`);
  const name = template.replaceAll(/X(?=X*$)/g, () => letters[rng.int(0, letters.length - 1)] as string);
  const path = rest.length === 0 || value("p") !== undefined || has("t") ? `${value("p") ?? call.env["TMPDIR"] ?? "/tmp"}/${name}` : name;
  const error = has("d") ? call.machine.fs.makeFolder(call.path(path), 0o700) : call.machine.fs.write(call.path(path), "");
  if (error !== undefined) return call.fail(`${path}: ${error}`);
  call.out(`${path}\n`);
  return 0;
};

const sizeOf = (call: AppletCall, full: string): number => {
  const info = call.machine.fs.stat(full, false);
  if (info?.kind !== "folder") return Math.ceil((info?.sizeBytes ?? 0) / 4096) * 4;
  return 4 + call.machine.fs.list(full).reduce((sum, name) => sum + sizeOf(call, `${full === "/" ? "" : full}/${name}`), 0);
};

const du: Applet = (call) => {
  const { rest, has } = readOptions(call.args, "shkma");
  return each(call, rest.length === 0 ? ["."] : rest, (path) => {
    const full = call.path(path);
    if (!call.machine.fs.exists(full)) return `${path}: No such file or directory`;
    const size = sizeOf(call, full);
    call.out(`${has("h") ? (size < 1024 ? `${size}.0K` : `${(size / 1024).toFixed(1)}M`) : size}\t${path}\n`);
    return undefined;
  });
};

const which: Applet = (call) => {
  let status = 0;
  for (const name of call.args) {
    const folder = (call.env["PATH"] ?? "")
      .split(":")
      .find((candidate) => call.machine.fs.stat(call.path(`${candidate}/${name}`))?.kind === "file");
    const path = name.includes("/")
      ? call.machine.fs.exists(call.path(name))
        ? name
        : undefined
      : folder === undefined
        ? undefined
        : `${folder}/${name}`;
    if (path === undefined) status = 1;
    else call.out(`${path}\n`);
  }
  return status;
};

/** More than a container's disk is worth keeping in memory. */
const BYTES_MAX = 64 * 1_048_576;

/** Applets about files. */
export const FILE_APPLETS: Readonly<Record<string, Applet>> = {
  ...COPY_APPLETS,
  basename: (call) => {
    const [path = "", suffix = ""] = call.args;
    const name = baseOf(path);
    call.out(`${suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`);
    return 0;
  },
  chgrp: changeOwner,
  chmod,
  chown: changeOwner,
  cmp: (call) => {
    const [a, b] = call.args.filter((arg) => !arg.startsWith("-")).map((path) => call.readFile(path));
    if (a === undefined || b === undefined) return 2;
    if (a === b) return 0;
    let at = 0;
    while (at < a.length && a[at] === b[at]) at += 1;
    const [left, right] = call.args.filter((arg) => !arg.startsWith("-"));
    const isShorter = at === Math.min(a.length, b.length);
    if (isShorter) call.err(`cmp: EOF on ${a.length < b.length ? left : right}\n`);
    else if (!call.args.includes("-s")) call.out(`${left} ${right} differ: char ${at + 1}, line ${a.slice(0, at).split("\n").length}\n`);
    return 1;
  },
  dd,
  dirname: (call) => {
    const path = (call.args[0] ?? "").replace(/(.)\/+$/, "$1");
    call.out(`${path.includes("/") ? parentOf(path) : "."}\n`);
    return 0;
  },
  du,
  find,
  ls: listFolders,
  mkdir,
  mktemp,
  readlink,
  realpath,
  rm,
  rmdir,
  stat,
  tar,
  touch,
  truncate: (call) => {
    const { rest, value } = readOptions(call.args, "cs:");
    const size = numberOption(call, value("s") ?? "0", { least: 0, most: Number.MAX_SAFE_INTEGER });
    if (size === undefined) return 1;
    return each(call, rest, (path) => {
      const content = call.machine.fs.read(call.path(path));
      if (size > BYTES_MAX) return `${path}: No space left on device`;
      const error = call.machine.fs.write(call.path(path), (content.ok ? content.bytes : "").slice(0, size).padEnd(size, "\0"));
      return error === undefined ? undefined : `${path}: ${error}`;
    });
  },
  unlink: (call) => each(call, call.args.slice(0, 1), (path) => call.machine.fs.remove(call.path(path))),
  which,
};
