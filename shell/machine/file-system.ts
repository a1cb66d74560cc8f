/** User and group of a file, by number. */
export interface Owner {
  readonly user: number;
  readonly group: number;
}

/** Facts about a path. */
export interface FileInfo extends Owner {
  readonly kind: "file" | "folder" | "link" | "device";
  readonly mode: number;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Of a link. */
  readonly target?: string;
  /** Number of names that a file has; missing: one. */
  readonly links?: number;
}

/** Words of the C library for something that cannot be done. */
export type FileError =
  | "No such file or directory"
  | "Is a directory"
  | "Not a directory"
  | "Read-only file system"
  | "File exists"
  | "Permission denied"
  | "Operation not permitted"
  | "Directory not empty"
  | "Invalid cross-device link"
  | "No space left on device";

/** Bytes of a file, or the reason why there are none. */
export type FileReading = { readonly ok: true; readonly bytes: string } | { readonly ok: false; readonly error: FileError };

/** Files of a machine. Paths are absolute and without `..`; a change returns what is wrong, or undefined. */
export interface FileSystem {
  /** Facts about a path; links are followed unless told otherwise. */
  stat(path: string, follows?: boolean): FileInfo | undefined;
  exists(path: string): boolean;
  isFolder(path: string): boolean;
  read(path: string): FileReading;
  /** Replaces the bytes of a file. */
  write(path: string, bytes: string): FileError | undefined;
  /** Notes the real length of a file of which only the beginning was written. */
  setSize(path: string, sizeBytes: number): void;
  /** Reason why nothing can be written at a path. */
  refusesWrite(path: string): FileError | undefined;
  makeFolder(path: string, mode?: number): FileError | undefined;
  makeLink(path: string, target: string): FileError | undefined;
  /** Gives a file a second name. */
  makeHardLink(path: string, existing: string): FileError | undefined;
  remove(path: string): FileError | undefined;
  setMode(path: string, mode: number): FileError | undefined;
  setOwner(path: string, owner: Partial<Owner>): FileError | undefined;
  /** Sets the time of the last change. */
  setTime(path: string, modifiedMs: number): FileError | undefined;
  /** Names in a folder, sorted; those that begin with a dot too. */
  list(path: string): readonly string[];
  /** True on a volume or file that may not be changed. */
  isReadOnly(path: string): boolean;
  /** Path with its links followed. */
  resolve(path: string): string;
  /** Target of a link; undefined for anything else. */
  linkTarget(path: string): string | undefined;
}

/** Folder that holds a path. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";
