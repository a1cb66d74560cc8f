/** Settings that cannot be used: what is wrong with them, and what to do. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
