import { type Reconciled, reconcileBinding, reconcileRole } from "../auth/reconcile.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { printTyped } from "../print/result.ts";
import { type DryRun, dryRunOf } from "../session/dry-run.ts";
import { CommandFailure, isNotFound } from "../session/errors.ts";
import { type ManifestItem, readManifests } from "../session/manifests.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl auth reconcile`. */
export const reconcileCommand: Command = defineCommand({
  path: "auth reconcile",
  usage: "-f FILENAME",
  flags: flagTable(
    ...FILE_FLAGS,
    "remove-extra-permissions bool",
    "remove-extra-subjects bool",
    "dry-run string=unchanged",
    "output,o string",
    ...TEMPLATE_FLAGS,
  ),
  run: async (session) => {
    const { args } = session;
    if (args.words.length > 0) throw new CommandFailure("no arguments are allowed");
    if (!args.has("filename") && !args.has("kustomize")) throw new CommandFailure("must specify one of -f and -k");
    const dryRun = dryRunOf(session);
    if (dryRun === "server") throw new CommandFailure("--dry-run=server for command reconcile is not supported yet");
    for (const item of await readManifests(session)) if (KINDS.has(item.object.kind)) await reconcileOne(session, item, dryRun);
  },
});

const KINDS = new Set(["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"]);

const reconcileOne = async (session: Session, { row, object }: ManifestItem, dryRun: DryRun): Promise<void> => {
  const namespace = object.metadata.namespace;
  const existing = await session.get(row, object.metadata.name, namespace ?? "").catch((failure: unknown) => {
    if (!isNotFound(failure)) throw failure;
    return undefined;
  });
  const isRole = object.kind.endsWith("Role");
  const result = isRole
    ? reconcileRole(existing, object, session.args.on("remove-extra-permissions"))
    : reconcileBinding(existing, object, session.args.on("remove-extra-subjects"));
  const isDone = result.isProtected || dryRun !== "none" || result.operation === "none";
  // The real program does not put an object into the namespace of the context.
  if (!isDone && row.namespaced && namespace === undefined) throw new CommandFailure("resource name may not be empty");
  const place = { path: resourcePath(row, namespace), name: object.metadata.name };
  const shown = isDone ? result.object : await write(session, place, result);
  printTyped(session, row, shown, "reconciled", dryRun);
  tell(session, result, isRole ? "rules" : "subjects");
};

const write = async (
  session: Session,
  { path, name }: { readonly path: string; readonly name: string },
  { operation, object }: Reconciled,
): Promise<Manifest> => {
  if (operation === "update") return session.write({ method: "PUT", path: `${path}/${name}`, body: object });
  if (operation === "recreate") await session.write({ method: "DELETE", path: `${path}/${name}` });
  return session.write({ method: "POST", path, body: object });
};

const tell = (session: Session, { operation, isProtected, added, removed }: Reconciled, noun: string): void => {
  if (operation === "none") return;
  const caveat = isProtected ? ", but object opted out (rbac.authorization.kubernetes.io/autoupdate: false)" : "";
  session.note(`\treconciliation required ${operation}${caveat}`);
  for (const [title, lines] of [
    [`missing ${noun} added`, added],
    [`extra ${noun} removed`, removed],
  ] as const) {
    if (lines.length > 0) session.note(`\t${title}:`);
    for (const line of lines) session.note(`\t\t${line}`);
  }
};
