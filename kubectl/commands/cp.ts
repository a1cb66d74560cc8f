import { folderOf, joinPaths, lastPartOf, normalizePath } from "#core/posix-path.ts";
import { decodeUtf8, encodeUtf8 } from "#core/utf8.ts";
import type { ExecResult } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { readTar, type TarEntry, writeTar } from "../cp/tar.ts";
import { CommandFailure, StatusFailure } from "../session/errors.ts";
import type { Machine } from "../session/machine.ts";
import { containerToExecIn, PODS } from "../session/pods-of.ts";
import { resourcePath, type Session } from "../session/session.ts";

/** `kubectl cp`: between the files of this machine, if it has any, and those of a container. */
export const cpCommand: Command = defineCommand({
  path: "cp",
  usage: "<file-spec-src> <file-spec-dest>",
  flags: flagTable("container,c string", "no-preserve bool", "retries int"),
  run: async (session) => {
    const { machine, args } = session;
    if (args.words.length !== 2) throw new CommandFailure("source and destination are required");
    const [source, target] = args.words.map(parseSpec) as [FileSpec, FileSpec];
    if (source.pod !== "" && target.pod !== "") throw new CommandFailure("one of src or dest must be a local file specification");
    if (source.path === "" || target.path === "") throw new CommandFailure("filepath can not be empty");
    if (source.pod === "" && target.pod === "") throw new CommandFailure("one of src or dest must be a remote file specification");
    if (machine === undefined)
      throw new CommandFailure(
        "kubectl cp is not available here: there are no local files; use kubectl exec POD -- cat FILE to read one, or kubectl exec -i POD -- sh -c 'cat > FILE' to write one",
      );
    if (source.pod !== "") await copyFromPod(session, machine, { source, target });
    else await copyToPod(session, machine, { source, target });
  },
});

interface FileSpec {
  readonly namespace: string;
  readonly pod: string;
  readonly path: string;
}

/** Parses `pod:path`, `namespace/pod:path` or a local path. */
const parseSpec = (text: string): FileSpec => {
  const colon = text.indexOf(":");
  if (colon === 0) throw new CommandFailure("filespec must match the canonical format: [[namespace/]pod:]file/path");
  if (colon === -1) return { namespace: "", pod: "", path: text };
  const [first, second, ...more] = text.slice(0, colon).split("/");
  const path = text.slice(colon + 1);
  if (more.length > 0) throw new CommandFailure("filespec must match the canonical format: [[namespace/]pod:]file/path");
  return second === undefined ? { namespace: "", pod: first as string, path } : { namespace: first as string, pod: second, path };
};

interface Copy {
  readonly source: FileSpec;
  readonly target: FileSpec;
}

/** Opens a pod; each command in it finds the container again, and prints a notice. */
const openPod = async (session: Session, { namespace, pod: name }: FileSpec, isQuiet = false) => {
  const place = namespace || session.namespace;
  const pod = await session.read<Pod>({ path: resourcePath(PODS, place, name) });
  const container = containerToExecIn(session, pod, isQuiet);
  return (command: readonly string[], stdin?: string) =>
    session.cluster.exec({ namespace: place, pod: name, container, command, ...(stdin !== undefined && { stdin }) });
};

const copyToPod = async (session: Session, machine: Machine, { source, target }: Copy): Promise<void> => {
  const files = localFiles(machine, source.path);
  if (files.length === 0) throw new CommandFailure(`${source.path} doesn't exist in local filesystem`);
  const isFolder = (await (await openPod(session, target, true))(["test", "-d", target.path])).exitCode === 0;
  const destination = isFolder ? joinPaths(target.path, lastPartOf(machine.absolutePath(source.path))) : normalizePath(target.path);
  const entries = files.map(({ suffix, content }) => ({ name: lastPartOf(destination) + suffix, content }));
  const flags = session.args.on("no-preserve") ? ["--no-same-permissions", "--no-same-owner"] : [];
  const exec = await openPod(session, target);
  const archive = decodeUtf8(writeTar(entries));
  if (archive.includes("\ufffd")) throw new CommandFailure(`${source.path} is not text; only text files can be copied`);
  const result = await exec(["tar", ...flags, "-xmf", "-", "-C", folderOf(destination)], archive);
  session.hadEffect = true;
  session.print(result.stdout);
  session.complain(result.stderr);
  endLike(result);
};

interface LocalFile {
  /** Remainder of the path after the named one. */
  readonly suffix: string;
  readonly content: Uint8Array;
}

const localFiles = (machine: Machine, path: string, suffix = ""): readonly LocalFile[] => {
  const names = machine.listFolder(path + suffix);
  if (names !== undefined) return names.flatMap((name) => localFiles(machine, path, `${suffix}/${name}`));
  const content = machine.readBytes(path + suffix);
  return content === undefined ? [] : [{ suffix, content }];
};

const copyFromPod = async (session: Session, machine: Machine, { source, target }: Copy): Promise<void> => {
  const exec = await openPod(session, source);
  const result = await exec(["tar", "cf", "-", source.path]);
  session.print(result.stderr);
  // A whole archive ends the command before the fate of tar is known.
  if (result.stdout === "" || result.error !== undefined) endLike(result);
  const prefix = normalizePath(source.path.replace(/^\/+/, "")).replace(/^(\.\.\/)+/, "");
  for (const entry of readTar(encodeUtf8(result.stdout))) unpack(session, machine, { entry, prefix, target: target.path });
};

const unpack = (
  session: Session,
  machine: Machine,
  { entry, prefix, target }: { readonly entry: TarEntry; readonly prefix: string; readonly target: string },
): void => {
  if (!entry.name.startsWith(prefix)) throw new CommandFailure("tar contents corrupted");
  const path = joinPaths(target, entry.name.slice(prefix.length));
  if (entry.kind === "link") return session.note(`warning: skipping symlink: ${JSON.stringify(path)}`);
  if (entry.kind === "file") machine.writeFile(path, entry.content);
};

const endLike = ({ exitCode, error, status }: Pick<ExecResult, "exitCode" | "error" | "status">): void => {
  if (status !== undefined) throw new StatusFailure(status);
  if (error !== undefined) throw new CommandFailure(error, { complete: error.startsWith("Error from server") });
  if (exitCode !== 0)
    throw new CommandFailure(`command terminated with exit code ${exitCode}`, { complete: true, exitCode: exitCode ?? 1 });
};
