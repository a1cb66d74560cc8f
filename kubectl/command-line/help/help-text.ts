import { readFileSync } from "node:fs";

/** Returns the output of `kubectl <path> --help`; undefined when there is no such command. Read from a file at the first call. */
export const helpText = (path: string): string | undefined => {
  texts ??= JSON.parse(readFileSync(new URL("texts.json", import.meta.url), "utf8")) as Readonly<Record<string, string>>;
  return texts[path];
};

let texts: Readonly<Record<string, string>> | undefined;

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
