/** A diagnosis in the names of one application or of one of its variants, with what a careful reader labels it. */
export interface AppText {
  /** Variant whose names it has; missing: the application as published. */
  readonly variant?: string;
  readonly text: string;
  /** Claims, each `resource fault`: empty when the text says that nothing is wrong, or commits to nothing. */
  readonly claims: readonly string[];
}
