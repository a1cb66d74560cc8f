/** Surroundings of a container's files. */
export interface FsSurroundings {
  readonly nowMs: () => number;
  /** Told how many paths were looked through. */
  readonly load: (paths: number) => void;
}
