import { resolvePath } from "#core/posix-path.ts";
import type { FileError, FileInfo, FileReading, FileSystem, Owner } from "#shell/machine/file-system.ts";
import type { VisibleProcess } from "#shell/machine/visible-process.ts";
import { trimmed } from "../../processes/volume-mount-at.ts";
import type { ContainerMachine } from "../container-machine.ts";
import { networkFile } from "./network-files.ts";
import { type NodeFileSystem, nodeMountAt, openNodeFiles } from "./node-mounts.ts";
import { mayInspect, processEntry, processNames } from "./process-files.ts";

/**
 * The files of a container as its processes see them: its own, what the kernel tells of each process below `/proc/N`, and there under
 * `root` the files of other containers whose processes it can see.
 */
export class ProcessFs implements FileSystem {
  readonly #own: FileSystem;
  readonly #machine: ContainerMachine;
  #node: NodeFileSystem | undefined;

  constructor(own: FileSystem, machine: ContainerMachine) {
    this.#own = own;
    this.#machine = machine;
  }

  stat(path: string, follows = true): FileInfo | undefined {
    if (!follows && path === "/proc/self") return { ...this.#entry("link", 0, 0o777), target: `${this.#machine.currentPid}` };
    const place = this.#place(path);
    if (place.kind === "files") return place.fs.stat(place.path, follows);
    if (place.kind === "network") return this.#entry("file", place.text.length, 0o444);
    const entry = processEntry(place.seen, place.name);
    if (entry === undefined) return undefined;
    const { kind, mode, target } = entry;
    if (target === undefined || !follows) return { ...this.#entry(kind, 0, mode), ...(target !== undefined && { target }) };
    return target.startsWith("/") ? this.#root(place.seen).stat(target) : this.#entry("file", 0, mode);
  }

  exists(path: string): boolean {
    return this.stat(path) !== undefined;
  }

  isFolder(path: string): boolean {
    return this.stat(path)?.kind === "folder";
  }

  read(path: string): FileReading {
    const place = this.#place(this.resolve(path));
    if (place.kind === "files") return place.fs.read(place.path);
    if (place.kind === "network") return { ok: true, bytes: place.text };
    const entry = processEntry(place.seen, place.name);
    if (entry === undefined) return { ok: false, error: "No such file or directory" };
    if (entry.kind === "folder") return { ok: false, error: "Is a directory" };
    if (entry.isPrivate === true && !mayInspect(this.#machine, place.seen)) return { ok: false, error: "Permission denied" };
    return { ok: true, bytes: entry.text?.() ?? "" };
  }

  list(path: string): readonly string[] {
    const full = this.resolve(path);
    if (full === "/proc" && this.#own.isFolder(full)) {
      const pids = this.#machine.visible().map(({ proc }) => `${proc.pid}`);
      return [...new Set([...this.#own.list(full), ...pids, "net", "self"])].sort();
    }
    const place = this.#place(full);
    if (place.kind === "files") return place.fs.list(place.path);
    return place.kind === "process" ? processNames(place.seen, place.name) : [];
  }

  resolve(path: string): string {
    const full = this.#named(this.#own.resolve(path));
    const place = this.#place(full);
    if (place.kind !== "files" || place.fs === this.#own) return full;
    const resolved = place.fs.resolve(place.path);
    // A link of the node that leads out of what is mounted leads to nothing of it here.
    return resolved.startsWith(place.base) ? trimmed(`${place.prefix}${resolved.slice(place.base.length)}`) : resolved;
  }

  linkTarget(path: string): string | undefined {
    if (path === "/proc/self") return `${this.#machine.currentPid}`;
    const place = this.#place(path);
    if (place.kind === "files") return place.fs.linkTarget(place.path);
    if (place.kind !== "process" || !mayInspect(this.#machine, place.seen)) return undefined;
    return processEntry(place.seen, place.name)?.target;
  }

  isReadOnly(path: string): boolean {
    return this.#change(path, (fs, rest) => fs.isReadOnly(rest), true);
  }

  write(path: string, bytes: string): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.write(rest, bytes));
  }

  setSize(path: string, sizeBytes: number): void {
    this.#change(path, (fs, rest) => void fs.setSize(rest, sizeBytes), undefined);
  }

  setTime(path: string, modifiedMs: number): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.setTime(rest, modifiedMs));
  }

  refusesWrite(path: string): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.refusesWrite(rest));
  }

  makeFolder(path: string, mode?: number): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.makeFolder(rest, mode));
  }

  makeLink(path: string, target: string): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.makeLink(rest, target));
  }

  makeHardLink(path: string, existing: string): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.makeHardLink(rest, existing));
  }

  remove(path: string): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.remove(rest));
  }

  setMode(path: string, mode: number): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.setMode(rest, mode));
  }

  setOwner(path: string, owner: Partial<Owner>): FileError | undefined {
    return this.#change(path, (fs, rest) => fs.setOwner(rest, owner));
  }

  /** Changes where the files are; what the kernel tells of processes cannot be changed. */
  #change(path: string, change: (fs: FileSystem, path: string) => FileError | undefined): FileError | undefined;
  #change<T>(path: string, change: (fs: FileSystem, path: string) => T, otherwise: T): T;
  #change<T>(path: string, change: (fs: FileSystem, path: string) => T, otherwise?: T): T | FileError | undefined {
    const place = this.#place(path);
    if (place.kind !== "files") return otherwise ?? "Permission denied";
    if (place.isReadOnly === true && otherwise === undefined) return "Read-only file system";
    const result = change(place.fs, place.path);
    if (place.fs === this.#node) this.#node.save();
    return result;
  }

  /** A process calls itself by another name than its number. */
  #named(path: string): string {
    return path.replace(/^\/proc\/(?:thread-)?self(?=\/|$)/, `/proc/${this.#machine.currentPid}`);
  }

  #place(given: string): Place {
    const path = this.#named(given);
    const own: Place = { kind: "files", fs: this.#own, path, prefix: "", base: "" };
    if (!path.startsWith("/proc/")) return this.#onNode(path) ?? own;
    const network = /^\/proc\/(?:\d+\/)?net\/(\w+)$/.exec(path)?.[1];
    const text = network === undefined ? undefined : networkFile(this.#machine, network);
    if (text !== undefined) return { kind: "network", text };
    const [, pid, name = ""] = /^\/proc\/(\d+)(?:\/(.*))?$/.exec(path) ?? [];
    const seen = pid === undefined ? undefined : this.#machine.visible().find(({ proc }) => proc.pid === Number(pid));
    if (seen === undefined) return own;
    const [, door, rest] = /^(root|cwd)(\/.*)?$/.exec(name) ?? [];
    if (door === undefined || rest === undefined || !mayInspect(this.#machine, seen)) return { kind: "process", seen, name };
    const base = door === "root" ? "/" : seen.proc.cwd;
    return {
      kind: "files",
      fs: this.#root(seen),
      path: resolvePath(`.${rest}`, base),
      prefix: door === "root" ? `/proc/${pid}/root` : "",
      base: "",
    };
  }

  /** The place of a path in the files of the node, where they are mounted and have such a folder. */
  #onNode(path: string): Place | undefined {
    const { world, process } = this.#machine;
    const mount = nodeMountAt(process, path);
    if (mount === undefined) return undefined;
    this.#node ??= openNodeFiles(world, process, () => this.#machine.nowMs);
    if (this.#node?.exists(mount.source || "/") !== true) return undefined;
    const rest = path.slice(mount.place.length);
    const { isReadOnly, place, source } = mount;
    return { kind: "files", fs: this.#node, path: `${source}${rest}` || "/", prefix: place, base: source, isReadOnly };
  }

  /** The files that a process has at its root: for one of another container, that container's. */
  #root({ machine }: VisibleProcess<ContainerMachine>): FileSystem {
    return machine === undefined || machine === this.#machine ? this.#own : machine.fs;
  }

  #entry(kind: FileInfo["kind"], sizeBytes: number, mode: number): FileInfo {
    return { kind, mode, sizeBytes, modifiedMs: this.#machine.nowMs, user: 0, group: 0 };
  }
}

type Place =
  | {
      readonly kind: "files";
      readonly fs: FileSystem;
      readonly path: string;
      /** Path of the files in the container, and among themselves. */
      readonly prefix: string;
      readonly base: string;
      readonly isReadOnly?: boolean;
    }
  | { readonly kind: "process"; readonly seen: VisibleProcess<ContainerMachine>; readonly name: string }
  | { readonly kind: "network"; readonly text: string };
