/** Changes of an operation by feature flags and by a build of its program. */
export interface Effects {
  readonly fails: readonly { readonly share: number; readonly error: string }[];
  readonly addedMs: number;
  readonly addedCpuMs: number;
  readonly leakKiB: number;
  /** Messages for each one that it sends without flags. */
  readonly messages: number;
  /** Missing: that of the operation. */
  readonly answer?: string;
}

export const NO_EFFECTS: Effects = { fails: [], addedMs: 0, addedCpuMs: 0, leakKiB: 0, messages: 1 };
