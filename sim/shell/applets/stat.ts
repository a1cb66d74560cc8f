import { toTimestamp } from "#core/timestamp.ts";
import { groupName, userName } from "../../processes/identity.ts";
import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import type { FileInfo } from "../machine/container-fs.ts";
import { linkCount } from "./link-count.ts";
import { readOptions } from "./options.ts";

/** `stat`, with or without a format. */
export const stat: Applet = (call) => {
  const { rest, has, value } = readOptions(call.args, "Ltfc:");
  let status = 0;
  for (const path of rest) {
    const info = call.machine.fs.stat(call.path(path), has("L"));
    if (info === undefined) {
      call.err(`stat: can't stat '${path}': No such file or directory\n`);
      status = 1;
      continue;
    }
    const format = value("c");
    call.out(format === undefined ? describe(call, path, info) : `${render(call, format, path, info)}\n`);
  }
  return status;
};

const KINDS: Readonly<Record<FileInfo["kind"], string>> = {
  file: "regular file",
  folder: "directory",
  link: "symbolic link",
  device: "character special file",
};

const render = (call: AppletCall, format: string, path: string, info: FileInfo): string => {
  const facts: Readonly<Record<string, () => string>> = {
    a: () => info.mode.toString(8),
    F: () => (info.kind === "file" && info.sizeBytes === 0 ? "regular empty file" : KINDS[info.kind]),
    g: () => `${info.group}`,
    G: () => groupName(call.machine.process, info.group) ?? "UNKNOWN",
    h: () => `${linkCount(call, call.path(path), info)}`,
    i: () => "1",
    n: () => path,
    s: () => `${info.sizeBytes}`,
    u: () => `${info.user}`,
    U: () => userName(call.machine.process, info.user) ?? "UNKNOWN",
    Y: () => `${Math.floor(info.modifiedMs / 1000)}`,
    y: () => `${toTimestamp(info.modifiedMs).replace("T", " ").replace("Z", ".000000000 +0000")}`,
  };
  return format.replaceAll(/%([a-zA-Z])/g, (whole, letter: string) => facts[letter]?.() ?? whole);
};

const describe = (call: AppletCall, path: string, info: FileInfo): string => {
  const time = render(call, "%y", path, info);
  return `  File: ${path}\n  Size: ${`${info.sizeBytes}`.padEnd(10)}\tBlocks: ${`${Math.ceil(info.sizeBytes / 4096) * 8}`.padEnd(10)} IO Block: 4096   ${render(call, "%F", path, info)}\nAccess: (0${info.mode.toString(8)})  Uid: (${`${info.user}`.padStart(5)}/${render(call, "%U", path, info).padStart(8)})   Gid: (${`${info.group}`.padStart(5)}/${render(call, "%G", path, info).padStart(8)})\nAccess: ${time}\nModify: ${time}\nChange: ${time}\n`;
};
