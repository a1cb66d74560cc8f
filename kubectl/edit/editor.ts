import { CommandFailure } from "../session/errors.ts";
import type { Machine } from "../session/machine.ts";

/** Opens a file in the user's editor and waits. Throws CommandFailure when the editor fails. */
export const openEditor = (machine: Machine, path: string): void => {
  const editor = machine.variable("KUBE_EDITOR") || machine.variable("EDITOR") || "vi";
  const status = machine.runOnTerminal(`${editor} ${quoted(path)}`);
  const shown = JSON.stringify(editor);
  if (status === undefined || status === 127) throw new CommandFailure(`unable to launch the editor ${shown}`);
  if (status !== 0) throw new CommandFailure(`there was a problem with the editor ${shown}`);
};

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** Removes the lines that begin with `#`. */
export const stripComments = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n");
