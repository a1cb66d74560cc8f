/** A memory of values by name that outlasts this thread, such as a folder. It may forget any of them. */
export interface KeptValues<T> {
  /** Returns a value; undefined when there is none of this name. */
  read(name: string): T | undefined;
  /** Keeps a value, if it can. */
  write(name: string, value: T): void;
}
