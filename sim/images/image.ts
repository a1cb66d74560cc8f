import type { ProgramDefect } from "#kube/ports/image-build.ts";

/** One image of a registry: what is in it and how it starts. */
export interface Image {
  /** `docker.io/library/mongo`. */
  readonly repository: string;
  readonly tags: readonly string[];
  readonly sizeBytes: number;
  readonly entrypoint?: readonly string[];
  readonly cmd?: readonly string[];
  readonly workingDir: string;
  /** Processor that its programs are for; missing: that of the nodes. */
  readonly architecture?: string;
  /** Number of the user that it runs as; missing: root. */
  readonly user?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute path of an executable → the program that runs. */
  readonly binaries: Readonly<Record<string, string>>;
  /** Folders that hold nothing else, with a slash at their ends; missing: those of any small system. */
  readonly folders?: readonly string[];
  /** Links between its folders, and where they lead. */
  readonly links?: Readonly<Record<string, string>>;
  /** Folders that belong to somebody else than root, by absolute path, with their modes. */
  readonly owned?: Readonly<Record<string, { readonly user: number; readonly group: number; readonly mode: number }>>;
  /** Its shell runs every applet by name, wherever the path leads. */
  readonly isStandalone?: boolean;
  /** Options of its programs, letter by letter, that they do not know or die of, where others of the name take them. */
  readonly oddOptions?: Readonly<Record<string, { readonly unknown?: string; readonly fatal?: string }>>;
  /** Defects of a build, by the programs that have them. */
  readonly defects?: Readonly<Record<string, ProgramDefect>>;
  /** Files that programs and shells can read, by absolute path. */
  readonly files?: Readonly<Record<string, string>>;
}
