import type { Deployment } from "#kube/types/workloads.ts";
import { LAST_APPLIED } from "../apply/last-applied.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { type ArgumentObject, visitArguments } from "../command-line/objects-of-arguments.ts";
import { printTyped } from "../print/result.ts";
import { templateText } from "../rollout/revision-text.ts";
import {
  isSameTemplate,
  REVISION,
  type Revision,
  refuseWithoutHistory,
  revisionsOf,
  revisionToRestore,
  withoutHash,
} from "../rollout/rollout-history.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { CommandFailure, StatusFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** `kubectl rollout undo`. */
export const rolloutUndoCommand: Command = defineCommand({
  path: "rollout undo",
  usage: "(TYPE NAME | TYPE/NAME) [flags]",
  flags: flagTable("to-revision int", "dry-run string=unchanged", "output,o string", ...FILE_FLAGS, "selector,l string", ...TEMPLATE_FLAGS),
  run: async (session) => {
    if (session.args.words.length === 0 && !session.args.has("filename")) throw new CommandFailure("required resource not specified");
    await visitArguments(session, { allowAll: true, isTyped: true }, (item) => undo(session, item));
  },
});

/** Annotations of the Deployment that are kept; all others come from the ReplicaSet. */
const KEPT = [
  LAST_APPLIED,
  REVISION,
  "deployment.kubernetes.io/revision-history",
  "deployment.kubernetes.io/desired-replicas",
  "deployment.kubernetes.io/max-replicas",
  "deprecated.deployment.rollback.to",
];

const undo = async (session: Session, { row, object, namespace }: ArgumentObject): Promise<void> => {
  const wanted = session.args.number("to-revision") ?? 0;
  refuseWithoutHistory(row, { viewer: "rollbacker", wanted: "rollbacker" });
  const revision = revisionToRestore(object, await revisionsOf(session, object), wanted);
  const spec = (object as unknown as Deployment).spec;
  const dryRun = dryRunOf(session);
  const isDeployment = object.kind === "Deployment";
  if (dryRun === "client") {
    const text = templateText(session, revision);
    return printTyped(session, row, object, isDeployment ? text : `will roll back to ${text}`, dryRun);
  }
  if (spec.paused)
    throw new CommandFailure("you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again");
  if (isSameTemplate(revision.template, spec.template))
    return printTyped(session, row, object, `skipped rollback (current template already matches revision ${wanted})`, dryRun);
  const patch = isDeployment ? deploymentPatch(object, revision) : templatePatch(revision);
  try {
    await session.patch(
      row,
      { name: object.metadata.name, namespace },
      { ...patch, query: dryRunQuery(dryRun), fieldManager: "kubectl-rollout" },
    );
  } catch (failure) {
    if (!(failure instanceof StatusFailure)) throw failure;
    throw new CommandFailure(`failed restoring revision ${wanted}: ${failure.status.message ?? ""}`);
  }
  printTyped(session, row, object, "rolled back", dryRun);
};

const deploymentPatch = (object: Manifest, revision: Revision): { readonly type: "json"; readonly body: unknown } => {
  const annotations: Record<string, string> = {};
  for (const key of KEPT) if (object.metadata.annotations?.[key] !== undefined) annotations[key] = object.metadata.annotations[key];
  for (const [key, value] of Object.entries(revision.annotations)) if (!KEPT.includes(key)) annotations[key] = value;
  return {
    type: "json",
    body: [
      { op: "replace", path: "/spec/template", value: withoutHash(revision.template) },
      { op: "replace", path: "/metadata/annotations", value: annotations },
    ],
  };
};

const templatePatch = (revision: Revision): { readonly type: "strategic"; readonly body: unknown } => ({
  type: "strategic",
  body: { spec: { template: { $patch: "replace", ...revision.template } } },
});
