import type { Proc } from "./process-table.ts";

/** Signals that do nothing unless a trap asks for them. */
export const HARMLESS: ReadonlySet<string> = new Set(["CHLD", "CONT", "STOP", "TSTP", "WINCH"]);

/** True when a process has said what it does on a signal. */
export const handlesSignal = ({ program }: Proc, name: string): boolean => {
  if (program.kind === "shell") return (program.shell.traps[name] ?? "") !== "";
  return program.kind === "applet" && program.signals?.includes(name) === true;
};

/** True for a shell at a prompt: it goes back to it. */
export const isInterruptible = ({ program }: Proc, name: string): boolean =>
  name === "INT" && program.kind === "shell" && program.shell.source === "prompt";
