import type { ResourceRow } from "#kube/objects/resources.ts";
import { objectShape } from "#kube/schema/field-type.ts";
import { readLastApplied, withLastApplied } from "../apply/last-applied.ts";
import { migrateManagers } from "../apply/migrate-managers.ts";
import { prune, pruneKinds } from "../apply/prune.ts";
import { threeWayPatch } from "../apply/three-way-patch.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { toCompactJson } from "../print/json-text.ts";
import { cleanObject } from "../print/objects.ts";
import { outputOf, renderOutput } from "../print/output.ts";
import { printResult } from "../print/result.ts";
import { withChangeCause } from "../session/change-cause.ts";
import { type DryRun, dryRunOf, dryRunQuery, validationQuery } from "../session/dry-run.ts";
import { asOne, CommandFailure, isNotFound, StatusFailure, throwAll, withSource } from "../session/errors.ts";
import { type ManifestItem, matchesSelector, placed, readManifestsLeniently } from "../session/manifests.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

const MANAGER = "kubectl-client-side-apply";

/** `kubectl apply`. */
export const applyCommand: Command = defineCommand({
  path: "apply",
  usage: "(-f FILENAME | -k DIRECTORY) [options]",
  flags: flagTable(
    ...FILE_FLAGS,
    "output,o string",
    "dry-run string=unchanged",
    "validate string=strict",
    "server-side bool",
    "force-conflicts bool",
    "field-manager string",
    "force bool",
    "overwrite bool",
    "selector,l string",
    "prune bool",
    "all bool",
    "wait bool",
    "timeout duration",
    "grace-period int",
    "show-managed-fields bool",
    "openapi-patch bool",
    "cascade string=background",
    "allow-missing-template-keys bool",
    "prune-allowlist array",
    "subresource string",
    "template string",
    RECORD_FLAG,
  ),
  run: async (session) => {
    const { args } = session;
    if (args.words.length > 0)
      throw new CommandFailure(`Unexpected args: [${args.words.join(" ")}]\nSee 'kubectl apply -h' for help and examples`);
    if (!args.has("filename") && !args.has("kustomize")) throw new CommandFailure("must specify one of -f and -k");
    if (args.has("filename") && args.has("kustomize")) throw new CommandFailure("only one of -f or -k can be specified");
    const dryRun = dryRunOf(session);
    const kinds = args.on("prune") ? pruneKinds(session) : [];
    outputOf(session, { hasTables: false });
    validationQuery(session);
    checkFlags(session, dryRun);
    const { items: all, failures } = await readManifestsLeniently(session, { isValidated: true });
    const items = all.filter(({ object }) => matchesSelector(session, object));
    if (items.length === 0 && failures.length === 0) throw new CommandFailure("no objects passed to apply");
    const errors = [...asOne(failures)];
    const results: Manifest[] = [];
    const uids = new Set<string>();
    for (const item of items) {
      try {
        const applied = args.on("server-side") ? await applyServerSide(session, item, dryRun) : await applyOne(session, item, dryRun);
        results.push(applied);
        uids.add(applied.metadata.uid ?? "");
      } catch (failure) {
        errors.push(failure as Error);
      }
    }
    throwAll(errors);
    printWhole(session, results);
    const namespaces = new Set(items.flatMap(({ namespace }) => namespace ?? []));
    if (args.on("prune")) await prune(session, kinds, { uids, namespaces }, dryRun);
  },
});

/** Prints whole objects if all succeeded; several as one List. */
const printWhole = (session: Session, results: readonly Manifest[]): void => {
  const format = outputOf(session, { hasTables: false });
  if (format.kind === "name" || format.kind === "table" || results.length === 0) return;
  const [first, ...others] = results.map((object) => cleanObject(object, session.args.on("show-managed-fields")));
  if (others.length === 0) return session.print(renderOutput(format, first));
  const list = { kind: "List", apiVersion: "v1", metadata: {}, items: [first, ...others] };
  session.print(format.kind === "json" ? typedListJson(list) : renderOutput(format, list));
};

/** Renders a List with a type and items without. */
const typedListJson = ({ items, ...list }: { readonly items: readonly unknown[] }): string => {
  const sorted = items.map((item) => JSON.parse(toCompactJson(item)));
  return `${JSON.stringify({ ...list, items: sorted }, undefined, 4)}\n`;
};

const tell = (session: Session, row: ResourceRow, object: Manifest, done: string, dryRun: DryRun): void => {
  const { kind } = outputOf(session, { hasTables: false });
  if (kind === "name" || kind === "table") printResult(session, row, object, done, dryRun);
};

const checkFlags = (session: Session, dryRun: DryRun): void => {
  const isServerSide = session.args.on("server-side");
  if (session.args.on("force-conflicts") && !isServerSide) throw new CommandFailure("--force-conflicts only works with --server-side");
  if (dryRun === "client" && isServerSide)
    throw new CommandFailure("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)");
  const isForced = session.args.on("force");
  if (isServerSide && isForced) throw new CommandFailure("--force cannot be used with --server-side");
  if (dryRun === "server" && isForced) throw new CommandFailure("--dry-run=server cannot be used with --force");
  const [isAll, selector] = [session.args.on("all"), session.args.text("selector")];
  if (isAll && selector) throw new CommandFailure("cannot set --all and --selector at the same time");
  if (!session.args.on("prune")) return;
  if (isForced) throw new CommandFailure("--force cannot be used with --prune");
  if (!isAll && !selector)
    throw new CommandFailure(
      "all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector",
    );
  if (isServerSide) throw new CommandFailure("--prune is in alpha and doesn't currently work on objects created by server-side apply");
};

const refuseGenerated = ({ metadata: { name, generateName } }: Manifest): void => {
  if (!name && generateName) throw new CommandFailure(`from ${generateName}: cannot use generate name with apply`);
};

const applyOne = async (session: Session, item: ManifestItem, dryRun: DryRun): Promise<Manifest> => {
  const object = withChangeCause(session, placed(item));
  refuseGenerated(object);
  if (!object.metadata.name) {
    throw new CommandFailure(`error when retrieving current configuration of:\n${retrieval(item, "")}resource name may not be empty`);
  }
  let current: Manifest;
  try {
    current = await session.get(item.row, object.metadata.name, item.namespace);
  } catch (failure) {
    if (isNotFound(failure)) return createOne(session, item, object, dryRun);
    if (!(failure instanceof StatusFailure)) throw failure;
    const message = `error when retrieving current configuration of:\n${retrieval(item, object.metadata.name)}${failure.status.message ?? ""}`;
    throw new StatusFailure({ ...failure.status, message });
  }
  return patchOne(session, item, { current, object }, dryRun);
};

/** Name of a look-up in error messages. */
const retrieval = (item: ManifestItem, name: string): string =>
  `${placeText(item)}\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(item.namespace ?? "")}\nfrom server for: ${JSON.stringify(item.source)}: `;

const placeText = ({ row: { group, version, plural, kind } }: ManifestItem): string =>
  `Resource: "${group}/${version}, Resource=${plural}", GroupVersionKind: "${group}/${version}, Kind=${kind}"`;

const createOne = async (session: Session, item: ManifestItem, object: Manifest, dryRun: DryRun): Promise<Manifest> => {
  const body = pruneNulls(withLastApplied(object)) as Manifest;
  if (dryRun === "client") {
    tell(session, item.row, body, "created", dryRun);
    return body;
  }
  try {
    const query = { ...validationQuery(session), ...dryRunQuery(dryRun) };
    const created = await session.write({
      method: "POST",
      path: resourcePath(item.row, item.namespace),
      body,
      query,
      fieldManager: session.args.text("field-manager") ?? MANAGER,
    });
    tell(session, item.row, created, "created", dryRun);
    return created;
  } catch (failure) {
    throw withSource(failure, "creating", item.source);
  }
};

const pruneNulls = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(pruneNulls);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, pruneNulls(member)]),
  );
};

const patchOne = async (
  session: Session,
  item: ManifestItem,
  states: { readonly current: Manifest; readonly object: Manifest },
  dryRun: DryRun,
): Promise<Manifest> => {
  const { current, object } = states;
  const original = readLastApplied(current);
  if (original === undefined) session.note(missingAnnotation(item));
  const body = threeWayPatch(item.row.kind, { original: original ?? {}, modified: withLastApplied(object), current });
  const isSame = Object.keys(body).length === 0;
  if (isSame || dryRun === "client") {
    // Without the server's answer there is no telling that nothing would change.
    tell(session, item.row, current, dryRun === "client" ? "configured" : "unchanged", dryRun);
    return current;
  }
  const type = objectShape(item.row.kind) === undefined ? "merge" : "strategic";
  try {
    const query = { ...validationQuery(session), ...dryRunQuery(dryRun) };
    const patched = await session.patch(
      item.row,
      { name: object.metadata.name, namespace: item.namespace },
      { type, body, query, fieldManager: session.args.text("field-manager") ?? MANAGER },
    );
    if (patched.metadata.deletionTimestamp !== undefined)
      session.note(`Warning: Detected changes to resource ${object.metadata.name} which is currently being deleted.`);
    tell(session, item.row, patched, "configured", dryRun);
    return patched;
  } catch (failure) {
    throw withPatch(failure, body, item, current);
  }
};

/** Adds the failed patch to an error, as kubectl does unless the object itself is invalid. */
const withPatch = (failure: unknown, body: unknown, item: ManifestItem, current: Manifest): unknown => {
  if (!(failure instanceof StatusFailure)) return failure;
  const target = `${placeText(item)}\nName: "${current.metadata.name}", Namespace: "${current.metadata.namespace ?? ""}"`;
  const message = `error when applying patch:\n${JSON.stringify(body)}\nto:\n${target}\nfor: "${item.source}": error when patching "${item.source}": ${failure.status.message ?? ""}`;
  return new StatusFailure({ ...failure.status, message });
};

const missingAnnotation = ({ row, object }: ManifestItem): string =>
  `Warning: resource ${row.plural}/${object.metadata.name} is missing the kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.`;

const applyServerSide = async (session: Session, item: ManifestItem, dryRun: DryRun): Promise<Manifest> => {
  const object = withChangeCause(session, placed(item));
  refuseGenerated(object);
  const query = { force: String(session.args.on("force-conflicts")), ...validationQuery(session), ...dryRunQuery(dryRun) };
  const fieldManager = session.args.text("field-manager") ?? "kubectl";
  const path = resourcePath(item.row, item.namespace, object.metadata.name);
  const request = { method: "PATCH", patchType: "apply", path, body: object, query, fieldManager, managedFields: true } as const;
  let applied = await session.write(request).catch((failure: unknown) => {
    if (!(failure instanceof StatusFailure) || failure.status.reason !== "Conflict") throw failure;
    throw new CommandFailure(`${failure.status.message ?? ""}\n${CONFLICT_HELP}`);
  });
  const { row, namespace } = item;
  if (await migrateManagers(session, { row, namespace, object: applied, fieldManager, query: dryRunQuery(dryRun) }))
    applied = await session.write(request);
  tell(session, item.row, applied, "serverside-applied", dryRun);
  return applied;
};

const CONFLICT_HELP = `Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;
