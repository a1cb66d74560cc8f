import type { ResourceRow } from "#kube/objects/resources.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { type ArgumentObject, readArguments } from "../command-line/objects-of-arguments.ts";
import { printResult } from "../print/result.ts";
import { changeCausePatch } from "../session/change-cause.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { CommandFailure, throwAll } from "../session/errors.ts";
import { resourcePath, type Session } from "../session/session.ts";

/** `kubectl scale`. */
export const scaleCommand: Command = defineCommand({
  path: "scale",
  usage: "[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)",
  flags: flagTable(
    "replicas int",
    "current-replicas int",
    "resource-version string",
    "timeout duration",
    ...FILE_FLAGS,
    "selector,l string",
    "all bool",
    "output,o string",
    "dry-run string=unchanged",
    ...TEMPLATE_FLAGS,
    RECORD_FLAG,
  ),
  run: async (session) => {
    const replicas = session.args.number("replicas");
    if (replicas === undefined) throw new CommandFailure('required flag(s) "replicas" not set');
    if (replicas < 0) throw new CommandFailure("The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0");
    if ((session.args.number("current-replicas") ?? -1) < -1)
      throw new CommandFailure("The --current-replicas must specify an integer of -1 or greater");
    const { items, failures: missing } = await readArguments(session);
    if (session.args.text("resource-version") && items.length > 1)
      throw new CommandFailure("cannot use --resource-version with multiple resources");
    if (items.length === 0 && missing.length === 0) throw new CommandFailure("no objects passed to scale");
    // What cannot be scaled ends the command; what was not there is told at the end.
    for (const item of items) await scaleOne(session, item, replicas);
    throwAll(missing);
  },
});

interface Scale {
  readonly metadata?: { readonly resourceVersion?: string };
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

const scaleOne = async (session: Session, { row, object, namespace }: ArgumentObject, replicas: number): Promise<void> => {
  const dryRun = dryRunOf(session);
  const expected = session.args.number("current-replicas") ?? -1;
  const path = resourcePath(row, namespace, object.metadata.name, "scale");
  const version = session.args.text("resource-version");
  if (expected >= 0 || version) {
    const { metadata, spec } = await session.read<Scale>({ path });
    const actual = spec?.replicas ?? 0;
    if (expected >= 0 && actual !== expected) throw new CommandFailure(`Expected replicas to be ${expected}, was ${actual}`);
    if (version && metadata?.resourceVersion !== version)
      throw new CommandFailure(`Expected resource version to be ${version}, was ${metadata?.resourceVersion ?? ""}`);
  }
  const body = { ...(version && { metadata: { resourceVersion: version } }), spec: { replicas } };
  if (dryRun !== "client")
    await session.write({ method: "PATCH", path, patchType: "merge", body, query: dryRunQuery(dryRun), fieldManager: "kubectl" });
  const cause = changeCausePatch(session);
  if (cause !== undefined && dryRun !== "client")
    await session.patch(
      row,
      { name: object.metadata.name, namespace },
      { type: "merge", body: cause, query: dryRunQuery(dryRun), fieldManager: "kubectl" },
    );
  const timeoutMs = session.args.duration("timeout") ?? 0;
  if (dryRun === "none" && timeoutMs > 0) await waitForReplicas(session, { path, row, replicas, timeoutMs });
  printResult(session, row, object, "scaled", dryRun);
};

/** Waits, for `--timeout`, until there are as many pods as requested, or until another number is requested. */
const waitForReplicas = async (
  session: Session,
  {
    path,
    row,
    replicas,
    timeoutMs,
  }: { readonly path: string; readonly row: ResourceRow; readonly replicas: number; readonly timeoutMs: number },
): Promise<void> => {
  const isScaled = async (): Promise<boolean> => {
    const { spec, status } = await session.read<Scale>({ path });
    return (spec?.replicas ?? 0) !== replicas || (status?.replicas ?? 0) === replicas;
  };
  if (!(await session.cluster.clock.until(isScaled, { timeoutMs })))
    throw new CommandFailure(`timed out waiting for ${JSON.stringify(row.plural)} to be synced`);
};
