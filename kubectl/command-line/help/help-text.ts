import texts from "./texts.json" with { type: "json" };

/** Returns the output of `kubectl <path> --help`; undefined when there is no such command. */
export const helpText = (path: string): string | undefined => (texts as Readonly<Record<string, string>>)[path];

/** Commands that only group others, and print their help when none of these is named. */
export const GROUPS: ReadonlySet<string> = new Set([
  "alpha",
  "alpha kuberc",
  "auth",
  "certificate",
  "config",
  "create secret",
  "create service",
  "plugin",
  "rollout",
  "set",
  "top",
]);
