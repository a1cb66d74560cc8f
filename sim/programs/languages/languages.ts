import type { ProgramBehaviour } from "#kube/app/behaviour.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { fillTemplate } from "../behaviour/fill-template.ts";
import { goLines, goPanic } from "./go/go-log.ts";

/** Log format and exit on an uncaught error, of programs in one language. */
interface Language {
  /** Line of a log at any time; its message is quoted once. */
  readonly line: (level: "info" | "warn" | "error", message: string) => (atMs: number) => string;
  /** Last words of a program that an unexpected error ends. */
  readonly panic: (text: string, app: AppProgram) => readonly string[];
  readonly panicExitCode: number;
}

/** Runtimes that descriptions may name. */
export const LANGUAGES: Readonly<Record<ProgramBehaviour["language"], Language>> = {
  go: {
    line: goLines,
    panic: (text, { name, behaviour }) =>
      goPanic(text, { source: fillTemplate(behaviour.source, (key) => (key === "program" ? name : undefined)), program: name }),
    panicExitCode: 2,
  },
};
