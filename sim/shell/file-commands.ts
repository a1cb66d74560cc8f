import { toTimestamp } from "#core/timestamp.ts";
import { listContainerFiles, readContainerFile } from "../apps/container-files.ts";
import { findImage } from "../apps/image-catalogue.ts";
import type { ShellCommand } from "./commands.ts";
import type { ShellContext, ShellResult } from "./run-in-container.ts";

/** Commands that look at files. */
export const FILE_COMMANDS: Readonly<Record<string, ShellCommand>> = {
  cat: (context, { args, stdin }) =>
    args.length === 0
      ? ok(stdin)
      : readFiles(
          context,
          "cat",
          args.filter((arg) => !arg.startsWith("-")),
        ),
  ls: (context, { args }) => list(context, args),
  find: (context, { args }) => find(context, args),
  which: (context, { args }) => which(context, args),
  readlink: (_context, { args }) => ok(`${args[args.length - 1] ?? ""}\n`),
  basename: (_context, { args }) => ok(`${(args[0] ?? "").replace(/\/$/, "").replace(/^.*\//, "")}\n`),
  dirname: (_context, { args }) => ok(`${(args[0] ?? "").replace(/\/[^/]*$/, "") || "."}\n`),
};

/** Succeeds with some text. */
export const ok = (stdout = ""): ShellResult => ({ status: 0, stdout, stderr: "", waitMs: 0 });

/** Fails with a message. */
export const fail = (stderr: string, status = 1, stdout = ""): ShellResult => ({ status, stdout, stderr: `${stderr}\n`, waitMs: 0 });

/** The texts of files one after the other; what cannot be read is complained about and passed over. */
export const readFiles = (context: ShellContext, command: string, paths: readonly string[]): ShellResult => {
  let [stdout, stderr] = ["", ""];
  for (const path of paths) {
    const text = readFile(context, path);
    if (text !== undefined) stdout += text;
    else
      stderr += isFolder(context, path)
        ? `${command}: read error: Is a directory\n`
        : `${command}: can't open '${path}': No such file or directory\n`;
  }
  return { status: stderr === "" ? 0 : 1, stdout, stderr, waitMs: 0 };
};

/** The text of a file: what the runtime provides, what is mounted or written, what the image holds. */
export const readFile = (context: ShellContext, path: string): string | undefined => {
  const full = absolute(context, path);
  return readContainerFile(context.world, context.process, full) ?? runtimeFile(context, full);
};

const runtimeFile = ({ process, env }: ShellContext, path: string): string | undefined => {
  const { pod, container } = process.start;
  const namespace = pod.metadata.namespace ?? "default";
  const words = process.start.words ?? [...(container.command ?? []), ...(container.args ?? [])];
  const files: Readonly<Record<string, () => string>> = {
    "/etc/hostname": () => `${env["HOSTNAME"] ?? pod.metadata.name}\n`,
    "/etc/hosts": () =>
      `# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\nfe00::0\tip6-localnet\nfe00::0\tip6-mcastprefix\nfe00::1\tip6-allnodes\nfe00::2\tip6-allrouters\n${pod.status?.podIP ?? ""}\t${pod.metadata.name}\n${hostAliases(process.start.pod)}`,
    "/etc/resolv.conf": () => resolvConf(process.start.pod, namespace),
    "/proc/1/cmdline": () => words.map((word) => `${word}\0`).join(""),
    "/proc/1/environ": () =>
      Object.keys(env)
        .map((name) => `${name}=${env[name]}\0`)
        .join(""),
  };
  return files[path]?.();
};

const hostAliases = ({ spec }: ShellContext["process"]["start"]["pod"]): string =>
  spec.hostAliases === undefined
    ? ""
    : `\n# Entries added by HostAliases.\n${spec.hostAliases.map(({ ip, hostnames = [] }) => `${ip}\t${hostnames.join("\t")}\n`).join("")}`;

const resolvConf = ({ spec }: ShellContext["process"]["start"]["pod"], namespace: string): string => {
  const { nameservers = [], searches = [] } = spec.dnsConfig ?? {};
  const isCluster = (spec.dnsPolicy ?? "ClusterFirst").startsWith("ClusterFirst");
  const search = [...(isCluster ? [`${namespace}.svc.cluster.local`, "svc.cluster.local", "cluster.local"] : []), ...searches];
  const servers = [...(isCluster ? ["10.96.0.10"] : []), ...nameservers];
  return `${search.length === 0 ? "" : `search ${search.join(" ")}\n`}${servers.map((server) => `nameserver ${server}\n`).join("")}${isCluster ? "options ndots:5\n" : ""}`;
};

const absolute = ({ process }: ShellContext, path: string): string => {
  const folder = findImage(process.start.container.image ?? "")?.workingDir ?? "/";
  const base = path.startsWith("/") ? path : `${process.start.container.workingDir ?? folder}/${path}`;
  const parts: string[] = [];
  for (const part of base.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
};

const ROOT_FOLDERS: readonly string[] = ["bin", "dev", "etc", "home", "proc", "root", "sys", "tmp", "usr", "var"];
const RUNTIME_FILES: readonly string[] = ["/etc/hostname", "/etc/hosts", "/etc/resolv.conf"];

/** Every path of a file that can be seen, executables included. */
const allFiles = ({ world, process }: ShellContext): readonly string[] => {
  const image = findImage(process.start.container.image ?? "");
  return [...new Set([...listContainerFiles(world, process), ...Object.keys(image?.binaries ?? {}), ...RUNTIME_FILES])].sort();
};

const isFolder = (context: ShellContext, path: string): boolean => entriesOf(context, absolute(context, path)) !== undefined;

/** Names in a folder; undefined when there is no such folder. */
const entriesOf = (context: ShellContext, folder: string): readonly string[] | undefined => {
  const prefix = folder === "/" ? "/" : `${folder}/`;
  const names = new Set(
    allFiles(context)
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length).split("/")[0] as string),
  );
  const { volumes, container } = context.process.start;
  const folders = (container.volumeMounts ?? [])
    .filter(({ subPath }) => subPath === undefined)
    .map(({ mountPath }) => mountPath.replace(/(.)\/$/, "$1"));
  for (const mount of [...Object.keys(volumes), ...folders]) {
    if (mount === folder) names.add("");
    else if (mount.startsWith(prefix)) names.add(mount.slice(prefix.length).split("/")[0] as string);
  }
  if (folder === "/") for (const name of ROOT_FOLDERS) names.add(name);
  else if (names.size === 0 && !(folder.split("/").length === 2 && ROOT_FOLDERS.includes(folder.slice(1)))) return undefined;
  names.delete("");
  return [...names].sort();
};

const list = (context: ShellContext, args: readonly string[]): ShellResult => {
  const flags = args.filter((arg) => arg.startsWith("-")).join("");
  const given = args.filter((arg) => !arg.startsWith("-"));
  let [stdout, stderr] = ["", ""];
  const paths = given.length === 0 ? ["."] : given;
  for (const path of paths) {
    const full = absolute(context, path);
    const entries = entriesOf(context, full);
    const isFile = entries === undefined && allFiles(context).includes(full);
    if (entries === undefined && !isFile) {
      stderr += `ls: ${path}: No such file or directory\n`;
      continue;
    }
    if (paths.length > 1 && !isFile) stdout += `${stdout === "" ? "" : "\n"}${path}:\n`;
    stdout += isFile ? renderEntry(context, full, path, flags) : renderFolder(context, full, entries ?? [], flags);
  }
  return { status: stderr === "" ? 0 : 1, stdout, stderr, waitMs: 0 };
};

const renderFolder = (context: ShellContext, folder: string, names: readonly string[], flags: string): string => {
  const head = flags.includes("l") ? `total ${names.length * 4}\n` : "";
  return head + names.map((name) => renderEntry(context, folder === "/" ? `/${name}` : `${folder}/${name}`, name, flags)).join("");
};

const renderEntry = (context: ShellContext, path: string, name: string, flags: string): string => {
  if (!flags.includes("l")) return `${name}\n`;
  const isDirectory = entriesOf(context, path) !== undefined;
  const size = isDirectory ? 4096 : (readFile(context, path) ?? "").length;
  const when = toTimestamp(context.process.startedAtMs);
  const month = MONTHS[Number(when.slice(5, 7)) - 1];
  return `${isDirectory ? "drwxr-xr-x" : "-rw-r--r--"}    ${isDirectory ? 2 : 1} root     root     ${`${size}`.padStart(9)} ${month} ${when.slice(8, 10)} ${when.slice(11, 16)} ${name}\n`;
};

const MONTHS: readonly string[] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const find = (context: ShellContext, args: readonly string[]): ShellResult => {
  const root = absolute(context, args.find((arg) => !arg.startsWith("-")) ?? ".");
  const pattern = args[args.indexOf("-name") + 1];
  const isWanted = args.includes("-name") ? globToRegExp(pattern ?? "") : /^/;
  const prefix = root === "/" ? "/" : `${root}/`;
  const found = allFiles(context).filter(
    (path) => (path === root || path.startsWith(prefix)) && isWanted.test(path.slice(path.lastIndexOf("/") + 1)),
  );
  if (found.length === 0 && entriesOf(context, root) === undefined) return fail(`find: ${root}: No such file or directory`);
  return ok(found.map((path) => `${path}\n`).join(""));
};

const globToRegExp = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
  );

const which = ({ process }: ShellContext, names: readonly string[]): ShellResult => {
  const paths = Object.keys(findImage(process.start.container.image ?? "")?.binaries ?? {});
  const found = names.map((name) => paths.find((path) => path.endsWith(`/${name}`)));
  return { ...ok(found.flatMap((path) => (path === undefined ? [] : [`${path}\n`])).join("")), status: found.includes(undefined) ? 1 : 0 };
};
