import { GNU, readTar, TAR_END, type TarMember, tarHead, tarPadding } from "#core/tar.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { modeText } from "./mode-text.ts";
import { type Options, readOptions } from "./options.ts";

/** `tar`: create, extract and list. Whoever compresses gets the archive as it is. */
export const tar: Applet = (call) => {
  const [first = "", ...others] = call.args;
  const args = first.startsWith("-") || first === "" ? call.args : [`-${first}`, ...others];
  const options = readOptions(args, "cxtvmpozOhkC:f:N: no-same-owner=o no-same-permissions=p overwrite=m strip-components=N");
  const { rest, has, value, unknown, lacking } = options;
  if (unknown !== undefined) return call.misuse(unknown, USAGE);
  if (lacking !== undefined) {
    call.fail(`option requires an argument -- '${lacking}'`);
    return call.usage(USAGE);
  }
  const folder = call.path(value("C") ?? ".");
  if (value("C") !== undefined && call.machine.fs.stat(folder)?.kind !== "folder")
    return call.fail(`can't change directory to '${value("C")}': No such file or directory`);
  const archive = value("f") ?? "-";
  if (has("c")) return create(call, { folder, archive, paths: rest, isTold: has("v") });
  if (!has("x") && !has("t")) return call.usage(USAGE);
  const use = (bytes: string): number => goThrough(call, bytes, options, has("t") ? listMember(options) : extractMember(options, folder));
  if (archive === "-") return call.withInput(use);
  const content = call.machine.fs.read(call.path(archive));
  return content.ok ? use(content.bytes) : call.fail(`can't open '${archive}': ${content.error}`);
};

interface Creation {
  readonly folder: string;
  readonly archive: string;
  readonly paths: readonly string[];
  readonly isTold: boolean;
}

const create = (call: AppletCall, { folder, archive, paths, isTold }: Creation): number => {
  if (paths.length === 0) return call.fail("empty archive");
  const { fs } = call.machine;
  let bytes = "";
  let hasFailed = false;
  let hasWarned = false;
  const add = (path: string, full: string): void => {
    const info = fs.stat(full, false);
    if (info === undefined) {
      call.err(`tar: ${path}: No such file or directory\n`);
      hasFailed = true;
      return;
    }
    if (path.startsWith("/") && !hasWarned) {
      hasWarned = true;
      call.err("tar: removing leading '/' from member names\n");
    }
    const plain = path.replace(/^\/+/, "").replace(/\/$/, "");
    const name = info.kind === "folder" ? `${plain}/` : plain;
    if (plain !== "") {
      if (isTold) (archive === "-" ? call.err : call.out).call(call, `${name}\n`);
      const { kind, mode, modifiedMs, target: link } = info;
      const content = kind === "file" ? readBytes(call, full) : "";
      const size = content.length;
      bytes += `${tarHead({ name, kind, mode, modifiedMs, size, link }, GNU)}${content}${"\0".repeat(tarPadding(size))}`;
    }
    if (info.kind === "folder")
      for (const entry of fs.list(full)) add(`${path.replace(/\/$/, "")}/${entry}`, `${full === "/" ? "" : full}/${entry}`);
  };
  for (const path of paths) add(path, path.startsWith("/") ? call.path(path) : call.path(`${folder}/${path}`));
  bytes += "\0".repeat(TAR_END);
  if (archive === "-") call.out(bytes);
  else {
    const error = fs.write(call.path(archive), bytes);
    if (error !== undefined) return call.fail(`can't open '${archive}': ${error}`);
  }
  return hasFailed ? call.fail("error exit delayed from previous errors") : 0;
};

const readBytes = (call: AppletCall, full: string): string => {
  const content = call.machine.fs.read(full);
  return content.ok ? content.bytes : "";
};

type Member = TarMember<string>;

/** Does something with a member; gives what is wrong. */
type UseMember = (call: AppletCall, member: Member) => string | undefined;

/** Takes the members that are asked for, all when none is named. */
const goThrough = (call: AppletCall, bytes: string, { rest }: Options, use: UseMember): number => {
  const { members, problem } = readTar(bytes, (part) => part);
  const asked = rest.map((name) => name.replace(/\/+$/, ""));
  const isOf = (name: string, member: Member): boolean => member.name === name || member.name.startsWith(`${name}/`);
  for (const member of members) {
    if (asked.length > 0 && !asked.some((name) => isOf(name, member))) continue;
    const error = use(call, member);
    if (error !== undefined) return call.fail(error);
  }
  if (problem !== undefined) return call.fail(problem);
  const missing = asked.find((name) => !members.some((member) => isOf(name, member)));
  return missing === undefined ? 0 : call.fail(`${missing}: not found in archive`);
};

const listMember =
  ({ has }: Options): UseMember =>
  (call, member) => {
    call.out(`${has("v") ? longLine(member) : member.name}\n`);
    return undefined;
  };

const longLine = ({ name, kind, mode, content, modifiedMs, link }: Member): string => {
  const time = toTimestamp(modifiedMs).replace("T", " ").slice(0, -1);
  return `${modeText(kind, mode)} root/root ${`${content.length}`.padStart(9)} ${time} ${name}${link === undefined ? "" : ` -> ${link}`}`;
};

const extractMember =
  ({ has, value }: Options, folder: string): UseMember =>
  (call, member) => {
    const name = strip(member.name, Number(value("N") ?? "0"));
    if (name === "") return undefined;
    if (has("v")) call.out(`${name}\n`);
    if (!has("O")) return place(call, { ...member, name }, { full: call.path(`${folder}/${name}`), keepsOld: has("k") });
    call.out(member.content);
    return undefined;
  };

const strip = (name: string, count: number): string => name.split("/").slice(count).join("/");

const place = (
  call: AppletCall,
  { name, kind, mode, content, link }: Member,
  { full, keepsOld }: { readonly full: string; readonly keepsOld: boolean },
): string | undefined => {
  const { fs } = call.machine;
  makeParents(call, full);
  if (kind === "folder") {
    const error = fs.isFolder(full) ? undefined : fs.makeFolder(full, mode & 0o7777);
    return error === undefined ? undefined : `can't make dir ${name}: ${error}`;
  }
  const shown = name.replace(/^\/+/, "");
  if (kind === "device") return `can't create node ${name}: Operation not permitted`;
  if (keepsOld && fs.exists(full)) return `can't open '${shown}': File exists`;
  if (link !== undefined) {
    fs.remove(full);
    const problem = fs.makeLink(full, link);
    return problem === undefined ? undefined : `can't create symlink '${shown}' to '${link}': ${problem}`;
  }
  const error = fs.write(full, content);
  if (error === undefined && (mode & 0o7777) !== 0o644) fs.setMode(full, mode & 0o7777);
  return error === undefined ? undefined : `can't open '${shown}': ${error}`;
};

const makeParents = (call: AppletCall, full: string): void => {
  const parts = full.split("/").slice(1, -1);
  for (let i = 1; i <= parts.length; i++) {
    const path = `/${parts.slice(0, i).join("/")}`;
    if (!call.machine.fs.exists(path)) call.machine.fs.makeFolder(path);
  }
};

const USAGE = `tar c|x|t [-ZzJjahmvokO] [-f TARFILE] [-C DIR] [FILE]...

Create, extract, or list files from a tar file

	c	Create
	x	Extract
	t	List
	-f FILE	Name of TARFILE ('-' for stdin/out)
	-C DIR	Change to DIR before operation
	-v	Verbose
	-O	Extract to stdout
	-m	Don't restore mtime
	-o	Don't restore user:group
	-k	Don't replace existing files
	-Z	(De)compress using compress
	-z	(De)compress using gzip
	-J	(De)compress using xz
	-j	(De)compress using bzip2
	--lzma	(De)compress using lzma
	-a	(De)compress based on extension
	-h	Follow symlinks
	--overwrite		Replace existing files
	--strip-components NUM	NUM of leading components to strip
	--no-recursion		Don't descend in directories
	--numeric-owner		Use numeric user:group
	--no-same-permissions	Don't restore access permissions
	--to-command COMMAND	Pipe files to COMMAND
`;
