import { resolvePath } from "#core/posix-path.ts";
import { fromBytes, isText, toBytes } from "#shell/machine/bytes.ts";
import { type FileError, type FileInfo, type FileReading, type FileSystem, type Owner, parentOf } from "#shell/machine/file-system.ts";
import type { World } from "../../kernel/world.ts";
import { countFiles, type FileContent, linkCount, linkFile, putFile, writtenFile, writtenFiles } from "../../processes/container-files.ts";
import { identityOf } from "../../processes/identity.ts";
import type { Process } from "../../processes/process.ts";
import { trimmed } from "../../processes/volume-mount-at.ts";
import { isCapable } from "./capabilities.ts";
import { givenFolderMode, givenOwner, isMaster, isReadOnlyAt, mayAccess } from "./file-owners.ts";
import { FILE_BYTES_MAX, FILES_MAX, NO_SPACE } from "./fs-limits.ts";
import type { FsSurroundings } from "./fs-surroundings.ts";
import { type Entry, fileEntry, GivenFiles } from "./given-files.ts";
import { holdsBelow, type KnownPaths, knownAfter } from "./known-paths.ts";

/** The file system of one container at one instant. Paths are absolute and without `..`. */
export class ContainerFs implements FileSystem {
  readonly #world: World;
  readonly #process: Process;
  readonly #around: FsSurroundings;
  readonly #given: GivenFiles;
  #known: KnownPaths | undefined;
  #givenPaths: readonly string[] | undefined;

  constructor(world: World, process: Process, around: FsSurroundings) {
    this.#world = world;
    this.#process = process;
    this.#around = around;
    this.#given = new GivenFiles(world, process);
  }

  /** Facts about a path; links are followed unless told otherwise. */
  stat(path: string, follows = true): FileInfo | undefined {
    const full = follows ? this.resolve(path) : this.#resolveFolder(path);
    const written = writtenFile(this.#world, this.#process, full);
    if (written !== undefined) {
      const { user = 0, group = 0 } = written;
      if (written.text === undefined) return undefined;
      const links = written.shared === undefined ? {} : { links: linkCount(this.#world, this.#process, full) };
      return { ...this.#infoOf(written), user, group, ...links };
    }
    const given = this.#given.entry(full, follows) ?? this.#folderInfo(full);
    return given === undefined ? undefined : { ...given, ...givenOwner(this.#process, full) };
  }

  exists(path: string): boolean {
    return this.stat(path) !== undefined;
  }

  isFolder(path: string): boolean {
    return this.stat(path)?.kind === "folder";
  }

  /** The bytes of a file. */
  read(path: string): FileReading {
    const full = this.resolve(path);
    const found = this.stat(full);
    if (found !== undefined && !mayAccess(this.#process, found, 4)) return { ok: false, error: "Permission denied" };
    const written = writtenFile(this.#world, this.#process, full);
    if (written !== undefined) {
      if (written.text === undefined) return { ok: false, error: "No such file or directory" };
      if (written.isFolder === true) return { ok: false, error: "Is a directory" };
      return { ok: true, bytes: written.bytes ?? toBytes(written.text) };
    }
    const text = this.#given.text(full);
    if (text !== undefined) return { ok: true, bytes: toBytes(text) };
    if (found === undefined) return { ok: false, error: "No such file or directory" };
    return found.kind === "folder" ? { ok: false, error: "Is a directory" } : { ok: true, bytes: "" };
  }

  /** Replaces a file's bytes; gives what is wrong, or nothing. */
  write(path: string, bytes: string): FileError | undefined {
    const full = this.resolve(path);
    const refusal = this.refusesWrite(full) ?? (bytes.length > FILE_BYTES_MAX ? NO_SPACE : undefined);
    if (refusal !== undefined) return refusal;
    const before = writtenFile(this.#world, this.#process, full);
    this.#put(full, {
      ...(isText(bytes) ? { text: fromBytes(bytes) } : { text: "", bytes }),
      ...(before?.text === undefined || before.mode === undefined ? {} : { mode: before.mode }),
    });
    return undefined;
  }

  /** Says how long a file really is of which only the beginning was written. */
  setSize(path: string, sizeBytes: number): void {
    const full = this.resolve(path);
    const written = writtenFile(this.#world, this.#process, full);
    if (written !== undefined) this.#put(full, { ...written, sizeBytes });
  }

  /** Reason why nothing can be written at a path. */
  refusesWrite(path: string): FileError | undefined {
    const full = this.resolve(path);
    if (this.isReadOnly(full)) return "Read-only file system";
    const found = this.stat(full);
    if (found?.kind === "folder") return "Is a directory";
    const folder = this.stat(parentOf(full));
    if (folder === undefined) return "No such file or directory";
    if (folder.kind !== "folder") return "Not a directory";
    if (!mayAccess(this.#process, found ?? folder, 2)) return "Permission denied";
    return found === undefined && this.#isFull(full) ? NO_SPACE : undefined;
  }

  #isFull(path: string): boolean {
    return countFiles(this.#world, this.#process, path) >= FILES_MAX;
  }

  makeFolder(path: string, mode = 0o755): FileError | undefined {
    const full = this.#resolveFolder(path);
    if (this.stat(full) !== undefined) return "File exists";
    if (this.isReadOnly(full)) return "Read-only file system";
    const folder = this.stat(parentOf(full));
    if (folder?.kind !== "folder") return "No such file or directory";
    if (!mayAccess(this.#process, folder, 2)) return "Permission denied";
    if (this.#isFull(full)) return NO_SPACE;
    this.#put(full, { text: "", isFolder: true, mode: mode | (folder.mode & 0o2000) });
    return undefined;
  }

  makeLink(path: string, target: string): FileError | undefined {
    const full = this.#resolveFolder(path);
    if (this.stat(full, false) !== undefined) return "File exists";
    const refusal = this.refusesWrite(full);
    if (refusal !== undefined) return refusal;
    this.#put(full, { text: "", link: target });
    return undefined;
  }

  /** Gives a file a second name. */
  makeHardLink(path: string, existing: string): FileError | undefined {
    const [full, from] = [this.#resolveFolder(path), this.#resolveFolder(existing)];
    const info = this.stat(from, false);
    if (info === undefined) return "No such file or directory";
    if (info.kind === "folder") return "Operation not permitted";
    if (this.stat(full, false) !== undefined) return "File exists";
    const refusal = this.refusesWrite(full);
    if (refusal !== undefined) return refusal;
    // What nobody wrote yet is written, so that both names lead to one file.
    if (writtenFile(this.#world, this.#process, from) === undefined) this.setMode(from, info.mode);
    return linkFile(this.#world, this.#process, full, from) ? undefined : "Invalid cross-device link";
  }

  remove(path: string): FileError | undefined {
    const full = this.#resolveFolder(path);
    const info = this.stat(full, false);
    if (info === undefined) return "No such file or directory";
    if (this.isReadOnly(full)) return "Read-only file system";
    const folder = this.stat(parentOf(full));
    if (folder !== undefined && !mayAccess(this.#process, folder, 2)) return "Permission denied";
    if (folder !== undefined && folder.mode & 0o1000 && ![info, folder].some((file) => isMaster(this.#process, file)))
      return "Operation not permitted";
    if (info.kind === "folder" && this.list(full).length > 0) return "Directory not empty";
    this.#put(full, { text: undefined });
    return undefined;
  }

  setMode(path: string, mode: number): FileError | undefined {
    return this.#setFacts(path, { mode }, (info) => isMaster(this.#process, info));
  }

  /** Gives a file to somebody else, as root alone may. */
  setOwner(path: string, owner: Partial<Owner>): FileError | undefined {
    return this.#setFacts(path, owner, () => isCapable(this.#process, "CHOWN"));
  }

  /** Sets when a file was last changed. */
  setTime(path: string, modifiedMs: number): FileError | undefined {
    return this.#setFacts(path, { modifiedMs }, (info) => isMaster(this.#process, info));
  }

  #setFacts(
    path: string,
    facts: Partial<Owner> & { readonly mode?: number; readonly modifiedMs?: number },
    isAllowed: (info: FileInfo) => boolean,
  ): FileError | undefined {
    const full = this.resolve(path);
    const info = this.stat(full);
    if (info === undefined) return "No such file or directory";
    if (this.isReadOnly(full)) return "Read-only file system";
    if (!isAllowed(info)) return "Operation not permitted";
    const written = writtenFile(this.#world, this.#process, full);
    const content = info.kind === "folder" ? undefined : this.read(full);
    const before = written ?? {
      text: content?.ok === true ? fromBytes(content.bytes) : "",
      isFolder: info.kind === "folder",
      mode: info.mode,
    };
    this.#put(full, { ...before, ...facts }, facts.modifiedMs ?? info.modifiedMs);
    return undefined;
  }

  /** Names in a folder, sorted; those that begin with a dot too. */
  list(path: string): readonly string[] {
    const full = this.resolve(path);
    const prefix = full === "/" ? "/" : `${full}/`;
    const names = new Set<string>();
    const paths = this.#paths();
    this.#around.load(paths.size);
    for (const [known, content] of paths) {
      if (!known.startsWith(prefix) || known === full || (content !== undefined && content.text === undefined)) continue;
      names.add(known.slice(prefix.length).split("/")[0] as string);
    }
    return [...names].filter((name) => name !== "" && this.stat(`${prefix}${name}`, false) !== undefined).sort();
  }

  /** True on a volume or file that may not be changed. */
  isReadOnly(path: string): boolean {
    return isReadOnlyAt(this.#process, path);
  }

  /** A path with its links followed. */
  resolve(path: string): string {
    let full = path;
    for (let hops = 0; hops < LINKS_MAX; hops++) {
      const next = this.#followOnce(full);
      if (next === full) return full;
      full = next;
    }
    return full;
  }

  /** Target of a link; undefined for anything else. */
  linkTarget(path: string): string | undefined {
    const full = this.#resolveFolder(path);
    return writtenFile(this.#world, this.#process, full)?.link ?? this.#given.link(full);
  }

  #resolveFolder(path: string): string {
    const parent = parentOf(path);
    const resolved = parent === "/" ? "/" : this.resolve(parent);
    return path === "/" ? "/" : `${resolved === "/" ? "" : resolved}/${path.slice(path.lastIndexOf("/") + 1)}`;
  }

  /** The first link along a path, replaced by what it names. */
  #followOnce(path: string): string {
    const parts = path.split("/");
    let prefix = "";
    for (let i = 1; i < parts.length; i++) {
      prefix += `/${parts[i]}`;
      const written = writtenFile(this.#world, this.#process, prefix);
      const link = written === undefined ? this.#given.followed(prefix) : written.link;
      if (link !== undefined) return resolvePath([link, ...parts.slice(i + 1)].join("/"), parentOf(prefix));
    }
    return path;
  }

  #folderInfo(path: string): Entry | undefined {
    const isMount = (this.#process.start.container.volumeMounts ?? []).some(({ mountPath }) => trimmed(mountPath) === path);
    const mode = givenFolderMode(this.#process, path);
    if (isMount || path === "/") return { kind: "folder", mode, sizeBytes: 4096, modifiedMs: this.#process.startedAtMs };
    return this.#holdsSomething(path) ? { kind: "folder", mode, sizeBytes: 4096, modifiedMs: this.#process.startedAtMs } : undefined;
  }

  #holdsSomething(path: string): boolean {
    const paths = this.#paths();
    const known = this.#known?.folders.get(path);
    if (known === undefined) this.#around.load(paths.size);
    const found = known ?? holdsBelow(paths, path);
    this.#known?.folders.set(path, found);
    return found;
  }

  #infoOf({ text = "", bytes, sizeBytes, mode, modifiedMs = 0, isFolder, link }: FileContent): Entry {
    if (link !== undefined) return { kind: "link", mode: 0o777, sizeBytes: link.length, modifiedMs, target: link };
    if (isFolder === true) return { kind: "folder", mode: mode ?? 0o755, sizeBytes: 4096, modifiedMs };
    return fileEntry(sizeBytes ?? (bytes ?? toBytes(text)).length, mode ?? 0o644, modifiedMs);
  }

  #put(path: string, content: FileContent, modifiedMs = this.#around.nowMs()): void {
    const stored = content.text === undefined ? { ...content, modifiedMs } : { ...this.#ownerOf(path), ...content, modifiedMs };
    const files = this.#world.map("apps/files");
    const { revision } = files;
    putFile(this.#world, this.#process, path, stored);
    this.#known = knownAfter(this.#known, { path, stored, before: revision, after: files.revision });
  }

  /** Owner of a path: the one before; for a new file its maker, with the folder's group where the folder says so. */
  #ownerOf(path: string): Owner {
    const before = this.stat(path, false);
    if (before !== undefined) return { user: before.user, group: before.group };
    const { user, group } = identityOf(this.#process);
    const folder = this.stat(parentOf(path));
    return { user, group: folder !== undefined && folder.mode & 0o2000 ? folder.group : group };
  }

  /** Every path that is there or was taken away; a missing content stands for what came with the image or the pod. */
  #paths(): KnownPaths["paths"] {
    const { revision } = this.#world.map("apps/files");
    if (this.#known?.revision === revision) return this.#known.paths;
    const paths = new Map<string, FileContent | undefined>();
    this.#givenPaths ??= this.#given.paths();
    for (const path of this.#givenPaths) paths.set(path, undefined);
    for (const [path, content] of writtenFiles(this.#world, this.#process)) paths.set(path, content);
    this.#known = { revision, paths, folders: new Map() };
    this.#around.load(paths.size);
    return paths;
  }
}

const LINKS_MAX = 16;
