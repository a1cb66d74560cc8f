import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable } from "../command-line/flags.ts";
import { type Found, parseTargets, readTargets, selectorQuery, type Target } from "../command-line/targets.ts";
import { type DryRun, dryRunOf, dryRunSuffix } from "../session/dry-run.ts";
import { CommandFailure, isNotFound, messageOf, throwAll, withSource } from "../session/errors.ts";
import { kindLabel } from "../session/kinds.ts";
import { readManifestsLeniently } from "../session/manifests.ts";
import { checkRaw, writeRaw } from "../session/raw-request.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl delete`. */
export const deleteCommand: Command = defineCommand({
  path: "delete",
  usage: "([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)])",
  flags: flagTable(
    ...FILE_FLAGS,
    "output,o string",
    "dry-run string=unchanged",
    "selector,l string",
    "field-selector string",
    "all bool",
    "all-namespaces,A bool",
    "force bool",
    "grace-period int",
    "now bool",
    "wait bool",
    "timeout duration",
    "ignore-not-found bool",
    "cascade string=background",
    "raw string",
    "interactive,i bool",
  ),
  run: async (session) => {
    const options = deleteOptions(session);
    const raw = session.args.text("raw");
    if (raw) {
      if (session.args.on("interactive")) throw new CommandFailure("--interactive can not be used with --raw");
      checkRaw(session, raw, { needsFile: false });
      return writeRaw(session, "DELETE", raw);
    }
    if (options.force && options.gracePeriod === 0) session.note(FORCE_WARNING);
    const { found, failures } = await targetsOf(session);
    if (session.args.on("interactive")) {
      throwAll(failures.filter((failure) => !(options.ignoreNotFound && isNotFound(failure))));
      if (found.length === 0) return session.line("No resources found");
      if (!isConfirmed(session, found)) return session.line("deletion is cancelled");
    }
    const errors: Error[] = [];
    const deleted: Deleted[] = [];
    for (const item of found) {
      try {
        deleted.push({ ...item, uid: await deleteOne(session, item, options) });
      } catch (failure) {
        if (!(options.ignoreNotFound && isNotFound(failure)))
          errors.push(item.source === undefined ? (failure as Error) : (withSource(failure, "deleting", item.source) as Error));
      }
    }
    errors.push(...failures.filter((failure) => !(options.ignoreNotFound && isNotFound(failure))));
    if (found.length === 0 && errors.length === 0) session.line("No resources found");
    // What is left once missing objects are passed over is told as a list, be it of one.
    if (options.ignoreNotFound && errors.length === 1) throw new CommandFailure(messageOf(errors[0] as Error), { complete: true });
    throwAll(errors);
    if (options.wait) await waitUntilGone(session, deleted, options.timeoutMs);
  },
});

/** Asks on the terminal; any answer but yes is a no. */
const isConfirmed = (session: Session, found: readonly ToDelete[]): boolean => {
  session.line(`You are about to delete the following ${found.length} resource(s):`);
  for (const { row, object } of found) session.line(`${kindLabel(row)}/${object.metadata.name}`);
  session.print("Do you want to continue? (y/N): ");
  const [answer = "", ...more] = (session.stdin ?? "").split("\n")[0]?.trim().split(/\s+/) ?? [];
  return more.length === 0 && answer.toLowerCase() === "y";
};

const FORCE_WARNING =
  "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";

/** Default time that a delete waits for objects to be gone, ms. */
const WAIT_DEFAULT_MS = 600_000;

interface DeleteOptions {
  readonly dryRun: DryRun;
  readonly force: boolean;
  readonly gracePeriod: number | undefined;
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly ignoreNotFound: boolean;
  readonly propagation: string;
}

const PROPAGATION: Readonly<Record<string, string>> = {
  background: "Background",
  foreground: "Foreground",
  orphan: "Orphan",
  true: "Background",
  false: "Orphan",
};

const isTrueText = (text: string): boolean => text === "true";
const isFalseText = (text: string): boolean => text === "false";

const deleteOptions = (session: Session): DeleteOptions => {
  const { args } = session;
  const cascade = args.text("cascade") ?? "background";
  const propagation = PROPAGATION[cascade];
  const named = isTrueText(cascade) ? "background" : isFalseText(cascade) ? "orphan" : undefined;
  if (named !== undefined)
    session.note(`warning: --cascade=${cascade} is deprecated (boolean value) and can be replaced with --cascade=${named}.`);
  if (propagation === undefined)
    throw new CommandFailure(`invalid cascade value (${cascade}). Must be "background", "foreground", or "orphan"`);
  const dryRun = dryRunOf(session);
  const force = args.on("force");
  const given = args.number("grace-period");
  if (args.on("now") && given !== undefined && given >= 0)
    throw new CommandFailure("--now and --grace-period cannot be specified together");
  if (force && ((given ?? 0) > 0 || args.on("now")))
    throw new CommandFailure("--force and --grace-period greater than 0 cannot be specified together");
  const output = args.text("output");
  if (output && output !== "name") throw new CommandFailure(`unexpected -o output mode: ${output}. We only support '-o name'`);
  // Like the real program: a grace period of zero without --force means "as soon as confirmed", one second and waiting.
  const grace = args.on("now") ? 1 : given === 0 && !force ? 1 : given === undefined || given < 0 ? (force ? 0 : undefined) : given;
  const wantsWait = args.has("wait") ? args.on("wait") : true;
  return {
    dryRun,
    force,
    gracePeriod: grace,
    wait: wantsWait && dryRun === "none",
    timeoutMs: args.duration("timeout") || WAIT_DEFAULT_MS,
    ignoreNotFound: args.has("ignore-not-found")
      ? args.on("ignore-not-found")
      : args.on("all") || Boolean(args.text("selector") || args.text("field-selector")),
    propagation,
  };
};

interface ToDelete extends Found {
  readonly namespace: string | undefined;
  readonly source?: string | undefined;
}

/** A deleted object; another one of its name is a different object. */
interface Deleted extends ToDelete {
  readonly uid: string | undefined;
}

const targetsOf = async (session: Session): Promise<{ readonly found: readonly ToDelete[]; readonly failures: readonly Error[] }> => {
  const { args } = session;
  if (args.has("filename") || args.has("kustomize")) {
    if (args.words.length > 0)
      throw new CommandFailure("when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
    const { items, failures } = await readManifestsLeniently(session);
    return { found: items, failures };
  }
  const selectors = { labelSelector: args.text("selector") || undefined, fieldSelector: args.text("field-selector") || undefined };
  if (args.on("all") && (selectors.labelSelector ?? selectors.fieldSelector) !== undefined)
    throw new CommandFailure("setting 'all' parameter but found a non empty selector. ");
  const targets = await parseTargets(session, args.words, { allowAll: false, selectAll: args.on("all"), ...selectors });
  if (targets.every((target) => target.name !== undefined)) return { found: targets.map(namedToDelete), failures: [] };
  const { found, failures } = await readTargets(session, targets, selectorQuery(selectors));
  return { found: found.map((item) => ({ ...item, namespace: item.object.metadata.namespace })), failures };
};

const namedToDelete = ({ row, name, namespace }: Target): ToDelete => ({
  row,
  namespace,
  object: { apiVersion: row.version, kind: row.kind, metadata: { name: name as string } },
});

const deleteOne = async (session: Session, item: ToDelete, options: DeleteOptions): Promise<string | undefined> => {
  const { row, object, namespace } = item;
  const path = resourcePath(row, namespace, object.metadata.name);
  const answer: DeleteAnswer =
    options.dryRun === "client"
      ? await session.read({ path })
      : await session.write({
          method: "DELETE",
          path,
          body: deleteBody(options),
          ...(options.dryRun === "server" && { query: { dryRun: "All" } }),
        });
  const uid = answer.details?.uid ?? answer.metadata?.uid;
  if (session.args.text("output") === "name") {
    session.line(`${kindLabel(row)}/${object.metadata.name}`);
    return uid;
  }
  const place = namespace === undefined ? "" : ` from ${namespace} namespace`;
  session.line(
    `${kindLabel(row)} ${JSON.stringify(object.metadata.name)} ${options.force ? "force deleted" : "deleted"}${place}${dryRunSuffix(options.dryRun)}`,
  );
  return uid;
};

/** Answer to a deletion: the terminating object, or a Status that names it. */
interface DeleteAnswer {
  readonly metadata?: { readonly uid?: string };
  readonly details?: { readonly uid?: string };
}

const deleteBody = (options: DeleteOptions): Readonly<Record<string, unknown>> => ({
  kind: "DeleteOptions",
  apiVersion: "v1",
  ...(options.gracePeriod !== undefined && { gracePeriodSeconds: options.gracePeriod }),
  propagationPolicy: options.propagation,
  // A server that gets options in the body does not look at those of the query.
  ...(options.dryRun === "server" && { dryRun: ["All"] }),
});

const waitUntilGone = async (session: Session, items: readonly Deleted[], timeoutMs: number): Promise<void> => {
  const deadline = session.nowMs() + timeoutMs;
  for (const { row, object, namespace, uid } of items) {
    const path = resourcePath(row, namespace, object.metadata.name);
    const isGone = async (): Promise<boolean> => {
      const response = await session.cluster.read({ path });
      return response.status === 404 || (uid !== undefined && (response.body as Partial<Manifest>).metadata?.uid !== uid);
    };
    if (await isGone()) continue;
    const wasGone = await session.cluster.clock.until(isGone, { timeoutMs: Math.max(0, deadline - session.nowMs()) });
    // The first that stays ends the wait for all.
    if (!wasGone) throw new CommandFailure(`timed out waiting for the condition on ${row.plural}/${object.metadata.name}`);
  }
};
