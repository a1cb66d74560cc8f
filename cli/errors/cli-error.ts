import { EXIT_CODES } from "./exit-codes.ts";

/** A failure that the user can do something about: what was wrong, where, and what to do. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, kind: "usage" | "unavailable" = "usage") {
    super(message);
    this.name = "CliError";
    this.exitCode = EXIT_CODES[kind].code;
  }
}
