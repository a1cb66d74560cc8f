import { splitApiVersion } from "#kube/objects/resources.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { visitArguments } from "../command-line/objects-of-arguments.ts";
import { cleanObject } from "../print/objects.ts";
import { type OutputFormat, outputOf } from "../print/output.ts";
import { renderTyped } from "../print/result.ts";
import { alignTabs } from "../print/tabwriter.ts";
import { templateText } from "../rollout/revision-text.ts";
import { type Revision, refuseWithoutHistory, revisionsOf } from "../rollout/rollout-history.ts";
import { CommandFailure } from "../session/errors.ts";
import { kindLabel } from "../session/kinds.ts";
import type { Manifest, Session } from "../session/session.ts";

/** `kubectl rollout history`. */
export const rolloutHistoryCommand: Command = defineCommand({
  path: "rollout history",
  usage: "(TYPE NAME | TYPE/NAME) [flags]",
  flags: flagTable("revision int", "output,o string", ...FILE_FLAGS, "selector,l string", ...TEMPLATE_FLAGS),
  run: async (session) => {
    const wanted = session.args.number("revision") ?? 0;
    if (session.args.words.length === 0 && !session.args.has("filename")) throw new CommandFailure("required resource not specified");
    if (wanted < 0) throw new CommandFailure(`revision must be a positive integer: ${wanted}`);
    const format = outputOf(session, { hasTables: false });
    await visitArguments(session, { allowAll: true, isTyped: true }, async ({ row, object }) => {
      refuseWithoutHistory(row, { viewer: "history viewer", wanted: "history" });
      const revisions = await revisionsOf(session, object);
      if (format.kind === "table") printHistory(session, `${kindLabel(row)}/${object.metadata.name} `, revisions, wanted);
      else printRevisions(session, format, revisions, wanted);
    });
  },
});

const printHistory = (session: Session, title: string, revisions: readonly Revision[], wanted: number): void => {
  if (revisions.length === 0) return session.line(`${title}${wanted > 0 ? `with revision #${wanted}` : ""}\nNo rollout history found.`);
  if (wanted === 0) {
    const lines = ["REVISION\tCHANGE-CAUSE", ...revisions.map(({ number, changeCause }) => `${number}\t${changeCause || "<none>"}`)];
    return session.line(`${title}\n${alignTabs(lines.join("\n"))}\n`);
  }
  const text = templateText(session, revisionWanted(revisions, wanted));
  session.line(`${title}with revision #${wanted}`);
  session.line(text);
};

/** Prints the objects that hold the revisions, for `-o`. */
const printRevisions = (
  session: Session,
  format: Exclude<OutputFormat, { kind: "table" }>,
  revisions: readonly Revision[],
  wanted: number,
): void => {
  for (const [index, { holder }] of (wanted > 0 ? [revisionWanted(revisions, wanted)] : revisions).entries()) {
    if (format.kind === "name") session.line(`${kindLabel(kindOf(holder))}/${holder.metadata.name}`);
    else {
      if (format.kind === "yaml" && index > 0) session.print("---\n");
      session.print(renderTyped(format, cleanObject(holder, session.args.on("show-managed-fields"))));
    }
  }
};

const kindOf = ({ apiVersion, kind }: Manifest): { readonly kind: string; readonly group: string } => ({
  kind,
  group: splitApiVersion(apiVersion).group,
});

const revisionWanted = (revisions: readonly Revision[], wanted: number): Revision => {
  const revision = revisions.find(({ number }) => number === wanted);
  if (revision === undefined) throw new CommandFailure("unable to find the specified revision");
  return revision;
};
