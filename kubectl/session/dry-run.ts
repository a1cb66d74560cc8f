import { toTimestamp } from "#core/timestamp.ts";
import { CommandFailure } from "./errors.ts";
import type { Session } from "./session.ts";

/** Mode of `--dry-run`. */
export type DryRun = "none" | "client" | "server";

/** Parses `--dry-run`; without a value it means client. @throws CommandFailure for another value */
export const dryRunOf = (session: Session): DryRun => {
  const value = session.args.text("dry-run");
  if (value === undefined || value === "none") return "none";
  if (value === "client" || value === "server") return value;
  if (value === "unchanged") {
    session.note(`${klogHead(session.nowMs())} helpers.go:719] --dry-run is deprecated and can be replaced with --dry-run=client.`);
    return "client";
  }
  throw new CommandFailure(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`);
};

/** Head of a klog warning: the day and time, and the process id. */
export const klogHead = (nowMs: number): string => {
  const [, month, day, time] = /^\d+-(\d+)-(\d+)T([\d:]+)/.exec(toTimestamp(nowMs)) as unknown as readonly string[];
  const micros = String(Math.floor((nowMs % 1000) * 1000)).padStart(6, "0");
  return `W${month}${day} ${time}.${micros} ${String(1000 + (Math.floor(nowMs) % 30_000)).padStart(7)}`;
};

/** Suffix of messages about a dry run. */
export const dryRunSuffix = (dryRun: DryRun): string =>
  dryRun === "client" ? " (dry run)" : dryRun === "server" ? " (server dry run)" : "";

/** Query parameters for a write. */
export const dryRunQuery = (dryRun: DryRun): Readonly<Record<string, string>> => (dryRun === "server" ? { dryRun: "All" } : {});

/** Query parameters for `--validate`. */
export const validationQuery = (session: Session): Readonly<Record<string, string>> => {
  const value = session.args.text("validate") ?? "strict";
  const directive = VALIDATION[value];
  if (directive === undefined)
    throw new CommandFailure(`invalid - validate option "${value}"; must be one of: strict (or true), warn, ignore (or false)`);
  return { fieldValidation: directive };
};

const VALIDATION: Readonly<Record<string, string>> = { strict: "Strict", true: "Strict", warn: "Warn", ignore: "Ignore", false: "Ignore" };
