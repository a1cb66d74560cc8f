import { CommandFailure } from "../session/errors.ts";
import type { Session } from "../session/session.ts";
import { FILE_FLAGS, TEMPLATE_FLAGS } from "./flags.ts";

/** Flags by which every `kubectl set` command finds and prints objects. */
export const SET_FLAGS = [
  ...FILE_FLAGS,
  "selector,l string",
  "all bool",
  "local bool",
  "output,o string",
  "dry-run string=unchanged",
  "field-manager string",
  ...TEMPLATE_FLAGS,
] as const;

/** Error when both flags are given. */
export const ALL_AND_SELECTOR = "cannot set --all and --selector at the same time";

/** Rejects `--all` together with a selector. */
export const refuseAllAndSelector = ({ args }: Session): void => {
  if (args.on("all") && args.text("selector")) throw new CommandFailure(ALL_AND_SELECTOR);
};

/** Error when no object is named. */
export const NO_SUCH_RESOURCES = "one or more resources must be specified as <resource> <name> or <resource>/<name>";

/** Rejects a server-side dry run together with `--local`. */
export const refuseLocalOnServer = ({ args }: Session): void => {
  if (args.on("local") && args.text("dry-run") === "server")
    throw new CommandFailure("cannot specify --local and --dry-run=server - did you mean --dry-run=client?");
};
