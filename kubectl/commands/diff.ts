import type { ResourceRow } from "#kube/objects/resources.ts";
import { objectShape } from "#kube/schema/field-type.ts";
import { LAST_APPLIED, readLastApplied } from "../apply/last-applied.ts";
import { DEPRECATED, prunable, pruneKinds } from "../apply/prune.ts";
import { threeWayPatch } from "../apply/three-way-patch.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable } from "../command-line/flags.ts";
import { maskSecrets } from "../diff/mask-secret.ts";
import { unifiedDiff } from "../diff/unified-diff.ts";
import { cleanObject } from "../print/objects.ts";
import { toYaml } from "../print/yaml-text.ts";
import { klogHead } from "../session/dry-run.ts";
import { CommandFailure, exitText, isNotFound } from "../session/errors.ts";
import type { Machine } from "../session/machine.ts";
import { type ManifestItem, matchesSelector, placed, readManifests } from "../session/manifests.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl diff`: status 1 means a difference, above that a failure. */
export const diffCommand: Command = defineCommand({
  path: "diff",
  usage: "-f FILENAME",
  flags: flagTable(
    ...FILE_FLAGS,
    "selector,l string",
    "server-side bool",
    "force-conflicts bool",
    "field-manager string",
    "concurrency int",
    "prune bool",
    "prune-allowlist array",
    "show-managed-fields bool",
  ),
  run: async (session) => {
    let text: string;
    try {
      text = await diffAll(session);
    } catch (failure) {
      if (!(failure instanceof Error) || failure.name === "WaitLimitReached") throw failure;
      if (failure instanceof CommandFailure && failure.message === "") throw failure;
      throw new CommandFailure(exitText(failure), { complete: true, exitCode: 2 });
    }
    session.print(text);
    if (text !== "") throw new CommandFailure("", { complete: true, exitCode: 1 });
  },
});

const diffAll = async (session: Session): Promise<string> => {
  const { args } = session;
  if (args.words.length > 0)
    throw new CommandFailure(`Unexpected args: [${args.words.join(" ")}]\nSee 'kubectl diff -h' for help and examples`);
  if (!args.has("filename") && !args.has("kustomize")) throw new CommandFailure("must specify one of -f and -k");
  if (args.on("force-conflicts") && !args.on("server-side")) throw new CommandFailure("--force-conflicts only works with --server-side");
  const pruned = args.on("prune") ? pruneKinds(session) : [];
  const files: VersionedFile[] = [];
  const visited = { uids: new Set<string>(), namespaces: new Set<string>() };
  for (const item of await readManifests(session)) {
    if (!matchesSelector(session, item.object)) continue;
    const name = fileName(item);
    const live = await liveObject(session, item);
    const merged = await mergedObject(session, item, live);
    const shown = (object: Manifest): Manifest => cleanObject(object, args.on("show-managed-fields"));
    const isSecret = merged.kind === "Secret" && merged.apiVersion === "v1";
    const pair = isSecret ? maskSecrets(live, merged) : { from: live, to: merged };
    files.push({ name, live: pair.from === undefined ? "" : toYaml(shown(pair.from)), merged: toYaml(shown(pair.to)) });
    if (item.namespace !== undefined) visited.namespaces.add(item.namespace);
    if (live?.metadata.uid !== undefined) visited.uids.add(live.metadata.uid);
  }
  if (pruned.length > 0 && !args.has("prune-allowlist")) session.note(`${klogHead(session.nowMs())} prune.go:71] ${DEPRECATED}`);
  for await (const { row, object } of prunable(session, pruned, visited))
    files.push({
      name: fileName({ row, object, namespace: object.metadata.namespace }),
      live: toYaml(await withManagers(session, row, object)),
      merged: undefined,
    });
  const program = session.machine?.variable("KUBECTL_EXTERNAL_DIFF");
  return program ? externalDiff(session, program, files) : diffText(session, files);
};

/** Reads objects to be pruned with all that the server stores. */
const withManagers = (session: Session, row: ResourceRow, { metadata }: Manifest): Promise<Manifest> =>
  session.read({ path: resourcePath(row, metadata.namespace, metadata.name), managedFields: true });

/** An object before and after an apply, both as YAML. */
interface VersionedFile {
  readonly name: string;
  readonly live: string;
  /** The object after the apply; missing: it would be pruned. */
  readonly merged: string | undefined;
}

const diffText = (session: Session, files: readonly VersionedFile[]): string => {
  const [liveFolder, mergedFolder] = folders(session);
  const texts: string[] = [];
  for (const { name, live, merged } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = unifiedDiff(live, merged ?? "");
    if (text !== "") texts.push(header(session, `${liveFolder}/${name}`, `${mergedFolder}/${name}`, merged === undefined) + text);
  }
  return texts.join("");
};

/** Runs the user's program to compare two folders. @returns its exit status as a text; empty when nothing differs */
const externalDiff = (session: Session, command: string, files: readonly VersionedFile[]): string => {
  const machine = session.machine as Machine;
  const [program = "", ...words] = command.split(" ");
  const [live, merged] = ["LIVE-", "MERGED-"].map((beginning) => machine.temporaryFile(beginning, "")) as [string, string];
  for (const file of files) {
    machine.writeFile(`${live}/${file.name}`, file.live);
    if (file.merged !== undefined) machine.writeFile(`${merged}/${file.name}`, file.merged);
  }
  const status = machine.runOnTerminal([program, ...words.filter((word) => /^[\w-=]+$/.test(word)), live, merged].join(" "));
  for (const folder of [live, merged]) machine.removeFile(folder);
  if (status === undefined || status === 127)
    throw new CommandFailure(`failed to run ${JSON.stringify(program)}: executable file not found in $PATH`);
  if (status > 1) throw new CommandFailure(`failed to run ${JSON.stringify(program)}: exit status ${status}`);
  if (status === 1) throw new CommandFailure("", { complete: true, exitCode: 1 });
  return "";
};

/** Name of an object's file: `apps.v1.Deployment.shop.web`. */
const fileName = ({ row, namespace, object }: Pick<ManifestItem, "row" | "namespace" | "object">): string =>
  `${row.group === "" ? "" : `${row.group}.`}${row.version}.${row.kind}.${namespace ?? ""}.${object.metadata.name}`;

const liveObject = async (session: Session, { row, object, namespace }: ManifestItem): Promise<Manifest | undefined> => {
  try {
    return await session.get(row, object.metadata.name, namespace);
  } catch (failure) {
    if (isNotFound(failure)) return undefined;
    throw failure;
  }
};

/** The object that the server would store after an apply. */
const mergedObject = async (session: Session, item: ManifestItem, live: Manifest | undefined): Promise<Manifest> => {
  const { args } = session;
  const object = placed(item);
  const query = { dryRun: "All" };
  const target = { name: object.metadata.name, namespace: item.namespace };
  if (args.on("server-side")) {
    const force = { force: String(args.on("force-conflicts")) };
    return session.patch(item.row, target, {
      type: "apply",
      body: object,
      query: { ...query, ...force },
      fieldManager: args.text("field-manager") ?? "kubectl",
    });
  }
  const fieldManager = args.text("field-manager") ?? "kubectl-client-side-apply";
  if (live === undefined)
    return session.write({ method: "POST", path: resourcePath(item.row, item.namespace), body: object, query, fieldManager });
  const original = readLastApplied(live) ?? {};
  const body = threeWayPatch(item.row.kind, { original, modified: keepingLastApplied(object, live), current: live });
  if (Object.keys(body).length === 0) return live;
  const type = objectShape(item.row.kind) === undefined ? "merge" : "strategic";
  return session.patch(item.row, target, { type, body, query, fieldManager });
};

/** Keeps the last-applied annotation of the live object, which a diff does not change. */
const keepingLastApplied = (modified: Manifest, live: Manifest): Manifest => {
  const annotations = { ...modified.metadata.annotations };
  const kept = live.metadata.annotations?.[LAST_APPLIED];
  if (kept !== undefined) annotations[LAST_APPLIED] = kept;
  return { ...modified, metadata: { ...modified.metadata, annotations } };
};

/** Names of the two folders, based on the time of day as in the real program. */
const folders = (session: Session): readonly [string, string] => {
  const number = Math.trunc(session.nowMs() * 2_654_435_761) % 4_294_967_296;
  return [`/tmp/LIVE-${number}`, `/tmp/MERGED-${(number * 7 + 13) % 4_294_967_296}`];
};

/** Head of a file in a diff; a missing file has the time of the epoch. */
const header = (session: Session, live: string, merged: string, isGone: boolean): string => {
  const time = `${new Date(session.nowMs()).toISOString().replace("T", " ").replace("Z", "")}000000 +0000`;
  return `diff -u -N ${live} ${merged}\n--- ${live}\t${time}\n+++ ${merged}\t${isGone ? "1970-01-01 00:00:00.000000000 +0000" : time}\n`;
};
