import { readFileSync } from "node:fs";

/** What `kubectl <path> --help` prints; undefined when there is no such command. Read from a file when somebody asks. */
export const helpText = (path: string): string | undefined => {
  texts ??= JSON.parse(readFileSync(new URL("texts.json", import.meta.url), "utf8")) as Readonly<Record<string, string>>;
  return texts[path];
};

let texts: Readonly<Record<string, string>> | undefined;

/** Commands that only hold other commands, with what they print when none of these is named. */
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
