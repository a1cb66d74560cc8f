import { withLastApplied } from "../apply/last-applied.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { printResult } from "../print/result.ts";
import { withChangeCause } from "../session/change-cause.ts";
import { dryRunOf, dryRunQuery, validationQuery } from "../session/dry-run.ts";
import { CommandFailure, withSource } from "../session/errors.ts";
import { kindLabel } from "../session/kinds.ts";
import { type ManifestItem, placed, readManifests } from "../session/manifests.ts";
import { checkRaw, writeRaw } from "../session/raw-request.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl replace`. */
export const replaceCommand: Command = defineCommand({
  path: "replace",
  usage: "-f FILENAME",
  flags: flagTable(
    ...FILE_FLAGS,
    "force bool",
    "cascade string=background",
    "grace-period int",
    "timeout duration",
    "wait bool",
    "output,o string",
    "dry-run string=unchanged",
    "validate string=strict",
    "save-config bool",
    "field-manager string",
    "subresource string",
    "raw string",
    ...TEMPLATE_FLAGS,
    RECORD_FLAG,
  ),
  run: async (session) => {
    const { args } = session;
    const raw = args.text("raw");
    if (raw) {
      checkRaw(session, raw, { needsFile: true });
      return writeRaw(session, "PUT", raw);
    }
    if (dryRunOf(session) !== "none" && args.on("force")) throw new CommandFailure("--dry-run can not be used when --force is set");
    if ((args.number("grace-period") ?? -1) >= 0 && !args.on("force"))
      throw new CommandFailure("--grace-period must have --force specified");
    if (args.duration("timeout") && !args.on("force")) throw new CommandFailure("--timeout must have --force specified");
    if (!session.args.has("filename") && !session.args.has("kustomize")) throw new CommandFailure("must specify one of -f and -k");
    const items = await readManifests(session, { isValidated: true });
    if (items.length === 0) throw new CommandFailure("no objects passed to replace");
    if (!args.on("force")) for (const item of items) await replaceOne(session, item);
    else {
      for (const item of items) await remove(session, item);
      for (const item of items) await recreate(session, item);
    }
  },
});

const replaceOne = async (session: Session, item: ManifestItem): Promise<void> => {
  const dryRun = dryRunOf(session);
  const object = withChangeCause(session, session.args.on("save-config") ? withLastApplied(placed(item)) : placed(item));
  if (!object.metadata.name && dryRun !== "client")
    throw new CommandFailure(`error when replacing ${JSON.stringify(item.source)}: resource name may not be empty`);
  const path = resourcePath(item.row, item.namespace, object.metadata.name, session.args.text("subresource"));
  try {
    const query = { ...validationQuery(session), ...dryRunQuery(dryRun) };
    if (dryRun === "client") return printResult(session, item.row, object, "replaced", dryRun);
    const version = object.metadata.resourceVersion ?? (await session.read({ path })).metadata.resourceVersion;
    const body = version === undefined ? object : { ...object, metadata: { ...object.metadata, resourceVersion: version } };
    printResult(
      session,
      item.row,
      await session.write({ method: "PUT", path, body, query, fieldManager: session.args.text("field-manager") ?? "kubectl-replace" }),
      "replaced",
      dryRun,
    );
  } catch (failure) {
    throw withSource(failure, "replacing", item.source);
  }
};

/** Timeout until the old object of a forced replacement is gone, ms. */
const RECREATE_WAIT_MS = 300_000;

const remove = async (session: Session, item: ManifestItem): Promise<void> => {
  const { object } = item;
  const path = resourcePath(item.row, item.namespace, object.metadata.name);
  const existing = await session.cluster.read({ path });
  if (existing.status === 200) {
    const grace = session.args.number("grace-period") ?? -1;
    await session.write({
      method: "DELETE",
      path,
      body: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background", ...(grace >= 0 && { gracePeriodSeconds: grace }) },
    });
    session.line(
      `${kindLabel(item.row)} ${JSON.stringify(object.metadata.name)} deleted${item.namespace === undefined ? "" : ` from ${item.namespace} namespace`}`,
    );
    const isGone = async (): Promise<boolean> => (await session.cluster.read({ path })).status === 404;
    if (!(await session.cluster.clock.until(isGone, { timeoutMs: RECREATE_WAIT_MS })))
      throw new CommandFailure("timed out waiting for the condition");
  }
};

const recreate = async (session: Session, item: ManifestItem): Promise<void> => {
  const object = withChangeCause(session, session.args.on("save-config") ? withLastApplied(placed(item)) : placed(item));
  const { resourceVersion: _rv, uid: _uid, ...metadata } = object.metadata;
  const body = { ...object, metadata } as Manifest;
  printResult(
    session,
    item.row,
    await session.write({
      method: "POST",
      path: resourcePath(item.row, item.namespace),
      body,
      query: validationQuery(session),
      fieldManager: "kubectl-replace",
    }),
    "replaced",
  );
};
