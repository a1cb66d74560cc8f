/** A build of an image that was pushed under a tag of its own: like the image that it is built from, but for one program or the processor. */
export interface ImageBuild {
  /** Reference of the image that it is like, `ghcr.io/sregym/hotel-reservation:latest`. */
  readonly from: string;
  /** Its tag, in the same repository. */
  readonly tag: string;
  /** Absolute path of the program with the defect; missing: none has one. */
  readonly program?: string;
  readonly defect?: ProgramDefect;
  /** Processor that it was built for, as the labels of nodes name it; missing: that of the nodes. */
  readonly architecture?: string;
}

/** Defect of a program in a build: all that it does otherwise. */
export interface ProgramDefect {
  /** Words with which it ends at its start; missing: it starts. */
  readonly panic?: string;
  /** Values that are built in, by the names of the settings that it no longer reads. */
  readonly builtIn?: Readonly<Record<string, string>>;
  /** Share of its requests that fail, 0..1, and their error. */
  readonly fails?: { readonly share: number; readonly error: string };
  /** Time and CPU time that each request takes longer, ms. */
  readonly addedMs?: number;
  readonly addedCpuMs?: number;
  /** Memory that each request leaves behind, KiB. */
  readonly leakKiB?: number;
}
