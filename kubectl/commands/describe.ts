import { apiVersionOf } from "#kube/objects/resources.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable } from "../command-line/flags.ts";
import { type Found, parseTargets, readTargets, selectorQuery, type Target } from "../command-line/targets.ts";
import { describerOf } from "../describe/describers.ts";
import { DescribeWriter } from "../describe/writer.ts";
import { CommandFailure, isNotFound, throwAll } from "../session/errors.ts";
import { readManifests } from "../session/manifests.ts";
import type { Session } from "../session/session.ts";

/** `kubectl describe`. */
export const describeCommand: Command = defineCommand({
  path: "describe",
  usage: "(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)",
  flags: flagTable("all-namespaces,A bool", "selector,l string", ...FILE_FLAGS, "show-events bool", "chunk-size int"),
  run: async (session) => {
    const { args } = session;
    if (args.words.length === 0 && !args.has("filename"))
      throw new CommandFailure(
        'You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.',
      );
    const selectors = { labelSelector: args.text("selector") || undefined };
    const targets = args.has("filename")
      ? (await readManifests(session)).map(({ row, object, namespace }) => ({ row, name: object.metadata.name, namespace }))
      : await parseTargets(session, args.words, { allowAll: true, ...selectors });
    const read = await readTargets(session, targets, selectorQuery(selectors));
    const isPair = args.words.length === 2 && read.failures.some(isNotFound);
    const byPrefix = isPair ? await matchPrefix(session, targets) : [];
    // With two words, a name that is not there may begin others; if none, its failure is all that is told.
    if (isPair && byPrefix.length === 0) throwAll(read.failures);
    const found = isPair ? byPrefix : read.found;
    const texts: string[] = [];
    for (const item of found) texts.push(await describeOne(session, item));
    session.print(isPair ? texts.map((text) => `${text}\n`).join("") : texts.join("\n\n"));
    if (!isPair) throwAll(read.failures);
    if (found.length === 0)
      session.note(session.allNamespaces ? "No resources found" : `No resources found in ${session.namespace} namespace.`);
  },
});

const showsEvents = ({ args }: Session): boolean => (args.has("show-events") ? args.on("show-events") : true);

const describeOne = async (session: Session, { row, object }: Found): Promise<string> => {
  const writer = new DescribeWriter(session.nowMs());
  const typed = { ...object, apiVersion: object.apiVersion ?? apiVersionOf(row), kind: object.kind ?? row.kind };
  await describerOf(row.resource)({ session, writer, object: typed, showEvents: showsEvents(session) });
  return writer.text();
};

/** Finds objects by prefix, for a name that matches none. */
const matchPrefix = async (session: Session, targets: readonly Target[]): Promise<readonly Found[]> => {
  const [target] = targets;
  if (targets.length !== 1 || target === undefined || target.name === undefined || session.args.words.length !== 2) return [];
  const objects = await session.list(target.row, target.namespace);
  return objects.filter((object) => object.metadata.name.startsWith(target.name as string)).map((object) => ({ row: target.row, object }));
};
