import { resolvePath } from "#core/posix-path.ts";
import { type FileError, type FileInfo, type FileReading, type FileSystem, type Owner, parentOf } from "./file-system.ts";

interface Entry {
  readonly info: FileInfo;
  readonly bytes: string;
}

/** Limits of files in memory. */
export interface MemoryLimits {
  readonly filesMax: number;
  /** Of all files together. */
  readonly bytesMax: number;
}

/** Files in memory, all of them root's. */
export class MemoryFiles implements FileSystem {
  readonly #entries = new Map<string, Entry>();
  /** Bytes of all files. */
  #bytes = 0;
  readonly #given: ReadonlyMap<string, number>;
  readonly #limits: MemoryLimits;
  readonly #nowMs: () => number;

  /** @param given modes of empty files that are there from the beginning and cannot be changed, and of folders, whose paths end with a slash */
  constructor(given: ReadonlyMap<string, number>, limits: MemoryLimits, nowMs: () => number) {
    this.#given = given;
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  /** True while nothing was written. */
  get isUntouched(): boolean {
    return this.#entries.size === 0;
  }

  /** Paths of the files that were written, sorted. */
  get written(): readonly string[] {
    return [...this.#entries].flatMap(([path, { info }]) => (info.kind === "file" ? [path] : [])).sort();
  }

  /** Paths of the folders that were made. */
  get folders(): readonly string[] {
    return [...this.#entries].flatMap(([path, { info }]) => (info.kind === "folder" ? [path] : []));
  }

  stat(path: string, follows = true): FileInfo | undefined {
    const full = follows ? this.resolve(path) : path;
    const entry = this.#entries.get(full);
    if (entry !== undefined) return { ...entry.info, sizeBytes: entry.info.kind === "file" ? entry.bytes.length : entry.info.sizeBytes };
    const file = this.#given.get(full);
    if (file !== undefined) return this.#infoOf("file", file);
    const folder = full === "/" ? 0o755 : this.#given.get(`${full}/`);
    return folder === undefined ? undefined : this.#infoOf("folder", folder);
  }

  exists(path: string): boolean {
    return this.stat(path) !== undefined;
  }

  isFolder(path: string): boolean {
    return this.stat(path)?.kind === "folder";
  }

  read(path: string): FileReading {
    const full = this.resolve(path);
    const info = this.stat(full);
    if (info === undefined) return { ok: false, error: "No such file or directory" };
    if (info.kind === "folder") return { ok: false, error: "Is a directory" };
    return { ok: true, bytes: this.#entries.get(full)?.bytes ?? "" };
  }

  write(path: string, bytes: string): FileError | undefined {
    const full = this.resolve(path);
    const refusal = this.refusesWrite(full) ?? this.#refusesSpace(full, bytes.length);
    if (refusal !== undefined) return refusal;
    const info = this.#entries.get(full)?.info ?? this.#infoOf("file", 0o644);
    this.#put(full, { info: { ...info, modifiedMs: this.#nowMs() }, bytes });
    return undefined;
  }

  setSize(_path: string, _sizeBytes: number): void {}

  refusesWrite(path: string): FileError | undefined {
    const full = this.resolve(path);
    if (this.isReadOnly(full)) return "Read-only file system";
    if (this.isFolder(full)) return "Is a directory";
    const folder = this.stat(parentOf(full));
    if (folder === undefined) return "No such file or directory";
    return folder.kind === "folder" ? undefined : "Not a directory";
  }

  #put(path: string, entry: Entry): void {
    this.#bytes += entry.bytes.length - (this.#entries.get(path)?.bytes.length ?? 0);
    this.#entries.set(path, entry);
  }

  #refusesSpace(path: string, bytes: number): FileError | undefined {
    const total = this.#bytes + bytes - (this.#entries.get(path)?.bytes.length ?? 0);
    const isFull = !this.#entries.has(path) && this.#entries.size >= this.#limits.filesMax;
    return isFull || total > this.#limits.bytesMax ? "No space left on device" : undefined;
  }

  makeFolder(path: string, mode = 0o755): FileError | undefined {
    return this.#make(path, this.#infoOf("folder", mode), "");
  }

  makeLink(path: string, target: string): FileError | undefined {
    return this.#make(path, { ...this.#infoOf("link", 0o777), target }, "");
  }

  makeHardLink(path: string, existing: string): FileError | undefined {
    const content = this.read(existing);
    return content.ok ? this.#make(path, this.#infoOf("file", 0o644), content.bytes) : content.error;
  }

  #make(path: string, info: FileInfo, bytes: string): FileError | undefined {
    if (this.stat(path, false) !== undefined) return "File exists";
    const refusal = this.refusesWrite(path) ?? this.#refusesSpace(path, bytes.length);
    if (refusal === undefined) this.#put(path, { info, bytes });
    return refusal;
  }

  remove(path: string): FileError | undefined {
    const info = this.stat(path, false);
    if (info === undefined) return "No such file or directory";
    if (this.isReadOnly(path) || !this.#entries.has(path)) return "Operation not permitted";
    if (info.kind === "folder" && this.list(path).length > 0) return "Directory not empty";
    this.#bytes -= this.#entries.get(path)?.bytes.length ?? 0;
    this.#entries.delete(path);
    return undefined;
  }

  setMode(path: string, mode: number): FileError | undefined {
    return this.#change(path, { mode });
  }

  setOwner(path: string, owner: Partial<Owner>): FileError | undefined {
    return this.#change(path, owner);
  }

  setTime(path: string, modifiedMs: number): FileError | undefined {
    return this.#change(path, { modifiedMs });
  }

  #change(path: string, facts: Partial<FileInfo>): FileError | undefined {
    const full = this.resolve(path);
    const entry = this.#entries.get(full);
    if (entry === undefined) return this.exists(full) ? "Operation not permitted" : "No such file or directory";
    this.#entries.set(full, { ...entry, info: { ...entry.info, ...facts } });
    return undefined;
  }

  list(path: string): readonly string[] {
    const full = this.resolve(path);
    const prefix = full === "/" ? "/" : `${full}/`;
    const names = new Set<string>();
    for (const known of [...this.#given.keys(), ...this.#entries.keys()])
      if (known.startsWith(prefix) && known !== prefix) names.add(known.slice(prefix.length).split("/")[0] as string);
    return [...names].sort();
  }

  isReadOnly(path: string): boolean {
    return this.#given.has(path);
  }

  resolve(path: string): string {
    let full = path;
    for (let hops = 0; hops < LINKS_MAX; hops++) {
      const next = this.#followOnce(full);
      if (next === full) return full;
      full = next;
    }
    return full;
  }

  /** Replaces the first link along a path by its target. */
  #followOnce(path: string): string {
    const parts = path.split("/");
    for (let at = 2; at <= parts.length; at++) {
      const prefix = parts.slice(0, at).join("/");
      const target = this.#entries.get(prefix)?.info.target;
      if (target !== undefined) return resolvePath([target, ...parts.slice(at)].join("/"), parentOf(prefix));
    }
    return path;
  }

  linkTarget(path: string): string | undefined {
    return this.#entries.get(path)?.info.target;
  }

  #infoOf(kind: FileInfo["kind"], mode: number): FileInfo {
    return { kind, mode, sizeBytes: kind === "folder" ? 4096 : 0, modifiedMs: this.#nowMs(), user: 0, group: 0 };
  }
}

const LINKS_MAX = 16;
