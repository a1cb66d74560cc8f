import { alignTabs } from "../../tabwriter.ts";
import { type Command, defineCommand } from "../command.ts";
import { describePodTemplate } from "../describe/pod-template.ts";
import { DescribeWriter } from "../describe/writer.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable, TEMPLATE_FLAGS } from "../flags.ts";
import { kindLabel } from "../kinds.ts";
import { objectsOfArguments } from "../objects-of-arguments.ts";
import { revisionsOf } from "../rollout-history.ts";

/** `kubectl rollout history`. */
export const rolloutHistoryCommand: Command = defineCommand({
  path: "rollout history",
  usage: "(TYPE NAME | TYPE/NAME) [flags]",
  flags: flagTable(
    "revision int",
    "output,o string",
    "filename,f list",
    "selector,l string",
    "recursive,R bool",
    "kustomize,k string",
    ...TEMPLATE_FLAGS,
  ),
  run: async (session) => {
    const wanted = session.args.number("revision") ?? 0;
    if (wanted < 0) throw new CommandFailure(`revision must be a positive integer: ${wanted}`);
    if (session.args.words.length === 0 && !session.args.has("filename")) throw new CommandFailure("required resource not specified");
    for (const { row, object } of await objectsOfArguments(session)) {
      if (!["Deployment", "DaemonSet", "StatefulSet"].includes(object.kind))
        throw new CommandFailure(
          `no history viewer has been implemented for ${JSON.stringify(row.group === "" ? row.kind : `${row.kind}.${row.group}`)}`,
        );
      const revisions = await revisionsOf(session, object);
      const title = `${kindLabel(row)}/${object.metadata.name} `;
      if (wanted > 0) {
        const revision = revisions.find(({ number }) => number === wanted);
        if (revision === undefined) throw new CommandFailure("unable to find the specified revision");
        session.line(`${title}with revision #${wanted}`);
        const writer = new DescribeWriter(session.nowMs());
        describePodTemplate(writer, revision.template);
        session.line(writer.rawText());
      } else if (revisions.length === 0) {
        session.line(`${title}\nNo rollout history found.`);
      } else {
        const lines = ["REVISION\tCHANGE-CAUSE", ...revisions.map(({ number, changeCause }) => `${number}\t${changeCause || "<none>"}`)];
        session.line(`${title}\n${alignTabs(lines.join("\n"))}\n`);
      }
    }
  },
});
