import type { ParsedArgs } from "../command-line/flags.ts";
import { CommandFailure } from "./errors.ts";
import type { OpenedKubeconfig } from "./session.ts";

/**
 * Checks that a kubeconfig has the entries that flags, or its current context, name.
 *
 * @throws CommandFailure in kubectl's words
 */
export const checkConfigured = ({ file, path, isMissing }: OpenedKubeconfig, args: ParsedArgs): void => {
  if (isMissing) throw new CommandFailure(`stat ${path}: no such file or directory`);
  const context = args.text("context") || String(file["current-context"] ?? "");
  const isThere = (list: string, name: string): boolean => !Array.isArray(file[list]) || file[list].some((entry) => entry?.name === name);
  if (context !== "" && !isThere("contexts", context))
    throw new CommandFailure(`Error in configuration: context was not found for specified context: ${context}`, { complete: true });
  const cluster = args.text("cluster");
  if (cluster && !isThere("clusters", cluster)) throw new CommandFailure(`no server found for cluster ${JSON.stringify(cluster)}`);
  const user = args.text("user") || userOf(file["contexts"], context);
  if (args.text("user") && !isThere("users", user)) throw new CommandFailure(`auth info ${JSON.stringify(user)} does not exist`);
  if (IMPERSONATION.some((flag) => args.text(flag)) && !args.text("as"))
    throw new CommandFailure(`requesting uid, groups or user-extra for ${user} without impersonating a user`);
};

const IMPERSONATION = ["as-group", "as-uid", "as-user-extra"];

const userOf = (contexts: unknown, context: string): string => {
  const entries = (Array.isArray(contexts) ? contexts : []) as readonly {
    readonly name?: string;
    readonly context?: { readonly user?: string };
  }[];
  return entries.find(({ name }) => name === context)?.context?.user ?? "";
};
