import { resolvePath } from "#core/posix-path.ts";
import { err, ok, type Result } from "#core/result.ts";
import { parentOf } from "#shell/machine/file-system.ts";
import type { World } from "../../kernel/world.ts";
import { writtenFile } from "../../processes/container-files.ts";
import type { Process } from "../../processes/process.ts";
import { volumeMountAt } from "../../processes/volume-mount-at.ts";
import { ContainerFs } from "../machine/container-fs.ts";
import { mayAccess } from "../machine/file-owners.ts";

/** File that a command means: a program of the image, or one that somebody wrote or mounted. */
export interface FoundCommand {
  readonly path: string;
  /** Missing: the file is not one of the image's programs. */
  readonly program?: string;
}

/**
 * Finds the file of a command as runc does, in the container's own file system: by path, or along $PATH.
 *
 * @returns why it cannot be executed, in the words of Go: `exec: "/etc": permission denied`
 */
export const findCommand = (world: World, process: Process, word: string, cwd: string): Result<FoundCommand, string> => {
  const look = createLook(world, process);
  const found = word.includes("/") ? look.at(resolvePath(word, cwd)) : firstAlong(look, pathOf(process), word, cwd);
  if (found === undefined) return err(`exec: "${word}": executable file not found in $PATH`);
  if ("problem" in found) return err(`exec: "${word}": ${found.problem === "permission denied" ? "" : `stat ${word}: `}${found.problem}`);
  if (!found.isAllowed) return err(`exec ${word.includes("/") ? word : found.path}: permission denied`);
  const { path, program } = found;
  return ok({ path, ...(program !== undefined && { program }) });
};

interface Look {
  /** Looks at a path. */
  readonly at: (path: string) => Seen | Unseen;
  /** The same; undefined: nothing that can be executed, and that is plain without a look at any file. */
  readonly quickly: (path: string) => Seen | Unseen | undefined;
}

type Seen = FoundCommand & { readonly isAllowed: boolean };

interface Unseen {
  readonly problem: "no such file or directory" | "not a directory" | "permission denied";
}

/** Along $PATH, what cannot be executed is passed over. */
const firstAlong = (look: Look, folders: readonly string[], word: string, cwd: string): Seen | undefined => {
  if (word === "") return undefined;
  for (const folder of folders) {
    const found = folder === "" ? undefined : look.quickly(resolvePath(`${folder}/${word}`, cwd));
    if (found !== undefined && !("problem" in found)) return found;
  }
  return undefined;
};

/** The container's own $PATH, else that of its image. */
const pathOf = ({ start: { container, env, image } }: Process): readonly string[] => {
  const isAsked = container.env?.some(({ name }) => name === "PATH") === true || container.envFrom !== undefined;
  const own = isAsked && env["PATH"] !== STANDARD_PATH ? env["PATH"] : undefined;
  return (own ?? image?.env?.["PATH"] ?? `/go/bin:${STANDARD_PATH}`).split(":");
};

/** Search path where no image says otherwise; programs of Go's images are in a folder of their own. */
const STANDARD_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Most commands are programs of the image that nothing hides: they are found without a look at any file. */
const createLook = (world: World, process: Process): Look => {
  const { container, image, files } = process.start;
  const links = Object.keys(image?.links ?? {});
  const isPlain = (path: string): boolean =>
    files[path] === undefined &&
    volumeMountAt(container, path) === undefined &&
    writtenFile(world, process, path) === undefined &&
    !links.some((link) => path.startsWith(`${link}/`));
  const programAt = (path: string): Seen | undefined => {
    const program = image?.binaries[path];
    return program === undefined ? undefined : { path, program, isAllowed: true };
  };
  let fs: ContainerFs | undefined;
  const examine = (path: string): Seen | Unseen => {
    fs ??= new ContainerFs(world, process, { nowMs: () => world.nowMs(), load: () => undefined });
    const info = fs.stat(path);
    if (info === undefined) return { problem: isBehindFile(fs, path) ? "not a directory" : "no such file or directory" };
    if (info.kind === "folder" || (info.mode & 0o111) === 0) return { problem: "permission denied" };
    const full = fs.resolve(path);
    return { ...(isPlain(full) && programAt(full)), path, isAllowed: mayAccess(process, info, 1) };
  };
  return {
    at: (path) => (isPlain(path) ? programAt(path) : undefined) ?? examine(path),
    quickly: (path) => (isPlain(path) ? programAt(path) : examine(path)),
  };
};

/** True for a path that leads through a file. */
const isBehindFile = (fs: ContainerFs, path: string): boolean => {
  for (let folder = parentOf(path); folder !== "/"; folder = parentOf(folder)) {
    const info = fs.stat(folder);
    if (info !== undefined) return info.kind !== "folder";
  }
  return false;
};
