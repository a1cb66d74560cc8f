import { findResource, RESOURCES, type ResourceRow } from "#kube/objects/resources.ts";
import type { Found } from "../command-line/targets.ts";
import { printResult } from "../print/result.ts";
import { type DryRun, dryRunQuery, klogHead } from "../session/dry-run.ts";
import { CommandFailure } from "../session/errors.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";
import { LAST_APPLIED } from "./last-applied.ts";

/** Kinds that are pruned without an allow-list. */
const DEFAULT_KINDS =
  "configmaps endpoints persistentvolumeclaims pods replicationcontrollers secrets services jobs.batch cronjobs.batch ingresses.networking.k8s.io daemonsets.apps deployments.apps replicasets.apps statefulsets.apps namespaces persistentvolumes".split(
    " ",
  );

/**
 * Reads `--prune-allowlist`.
 *
 * @throws CommandFailure in kubectl's words
 */
export const pruneKinds = (session: Session): readonly ResourceRow[] => {
  const listed = session.args.list("prune-allowlist");
  if (listed.length === 0) return DEFAULT_KINDS.flatMap((resource) => findResource(resource) ?? []);
  return listed.map((text) => {
    const parts = text.split("/");
    if (parts.length !== 3) throw new CommandFailure(`invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`);
    const [named, version, kind] = parts as [string, string, string];
    const group = named === "core" ? "" : named;
    const row = RESOURCES.find((candidate) => candidate.group === group && candidate.version === version && candidate.kind === kind);
    if (row === undefined)
      throw new CommandFailure(
        `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(group === "" ? version : `${group}/${version}`)}`,
      );
    return row;
  });
};

/** Warning on pruning cluster-scoped kinds. */
export const DEPRECATED =
  "Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.";

/** Objects that were applied in this run, which are not pruned. */
export interface Visited {
  readonly uids: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
}

/** Deletes objects that were applied once, match the selector, and were not applied in this run. */
export const prune = async (session: Session, kinds: readonly ResourceRow[], visited: Visited, dryRun: DryRun): Promise<void> => {
  if (!session.args.has("prune-allowlist")) session.note(`${klogHead(session.nowMs())} prune.go:71] ${DEPRECATED}`);
  for await (const { row, object } of prunable(session, kinds, visited)) {
    if (dryRun !== "client") await deleteOne(session, row, object, dryRun);
    printResult(session, row, object, "pruned", dryRun);
  }
};

/** Yields the objects to prune, kind by kind: in the namespaces of the applied objects, then cluster-scoped ones. */
export async function* prunable(session: Session, kinds: readonly ResourceRow[], { uids, namespaces }: Visited): AsyncGenerator<Found> {
  const labelSelector = session.args.text("selector");
  const inside = [...namespaces].flatMap((namespace) => kinds.filter(({ namespaced }) => namespaced).map((row) => ({ row, namespace })));
  const outside = kinds.filter(({ namespaced }) => !namespaced).map((row) => ({ row, namespace: undefined }));
  for (const { row, namespace } of [...inside, ...outside])
    for (const object of await session.list(row, namespace, labelSelector ? { labelSelector } : {}))
      if (object.metadata.annotations?.[LAST_APPLIED] !== undefined && !uids.has(object.metadata.uid ?? "")) yield { row, object };
}

const PROPAGATION: Readonly<Record<string, string>> = { foreground: "Foreground", orphan: "Orphan" };

const deleteOne = async (session: Session, row: ResourceRow, { metadata }: Manifest, dryRun: DryRun): Promise<void> => {
  const grace = session.args.number("grace-period") ?? -1;
  await session.write({
    method: "DELETE",
    path: resourcePath(row, metadata.namespace, metadata.name),
    query: dryRunQuery(dryRun),
    body: {
      kind: "DeleteOptions",
      apiVersion: "v1",
      ...(grace >= 0 && { gracePeriodSeconds: grace }),
      propagationPolicy: PROPAGATION[session.args.text("cascade") ?? ""] ?? "Background",
      ...(dryRun === "server" && { dryRun: ["All"] }),
    },
  });
};
