import { toTimestamp } from "#core/timestamp.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { type ArgumentObject, visitArguments } from "../command-line/objects-of-arguments.ts";
import { printTyped } from "../print/result.ts";
import { dryRunOf, dryRunQuery } from "../session/dry-run.ts";
import { CommandFailure, StatusFailure } from "../session/errors.ts";
import type { Manifest, PatchRequest, Session } from "../session/session.ts";

/** One of restart, pause and resume: its patch and its refusals. */
interface Change {
  readonly name: string;
  readonly done: string;
  readonly kinds: readonly string[];
  /** Returns the reason why the change is refused; undefined when it is possible. */
  readonly refusal: (deployment: Deployment) => string | undefined;
  readonly patch: (session: Session) => unknown;
}

const RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

const CHANGES: readonly Change[] = [
  {
    name: "restart",
    done: "restarted",
    kinds: ["Deployment", "DaemonSet", "StatefulSet"],
    refusal: ({ spec }) => (spec.paused ? "can't restart paused deployment (run rollout resume first)" : undefined),
    patch: (session) => ({
      spec: { template: { metadata: { annotations: { [RESTARTED_AT]: toTimestamp(session.nowMs()) } } } },
    }),
  },
  {
    name: "pause",
    done: "paused",
    kinds: ["Deployment"],
    refusal: ({ spec }) => (spec.paused ? "is already paused" : undefined),
    patch: () => ({ spec: { paused: true } }),
  },
  {
    name: "resume",
    done: "resumed",
    kinds: ["Deployment"],
    refusal: ({ spec }) => (spec.paused ? undefined : "is not paused"),
    patch: () => ({ spec: { paused: null } }),
  },
];

/** `kubectl rollout restart`, `pause` and `resume`. */
export const rolloutChangeCommands: readonly Command[] = CHANGES.map((change) =>
  defineCommand({
    path: `rollout ${change.name}`,
    usage: "RESOURCE",
    flags: flagTable(...FILE_FLAGS, "selector,l string", "output,o string", "field-manager string", ...TEMPLATE_FLAGS),
    run: async (session) => {
      if (session.args.words.length === 0 && !session.args.has("filename")) throw new CommandFailure("required resource not specified");
      const count = await visitArguments(session, { allowAll: true, isTyped: true, readsAhead: true }, (item) =>
        apply(session, item, change),
      );
      if (count === 0) session.note(`No resources found in ${session.namespace} namespace.`);
    },
  }),
);

const patch = (session: Session, { row, object, namespace }: ArgumentObject, request: PatchRequest): Promise<Manifest> =>
  session.patch(row, { name: object.metadata.name, namespace }, request).catch((failure: unknown) => {
    throw failure instanceof StatusFailure ? new CommandFailure(`failed to patch: ${failure.message}`) : failure;
  });

const apply = async (session: Session, item: ArgumentObject, change: Change): Promise<void> => {
  const { row, object } = item;
  const title = `${row.resource} ${JSON.stringify(object.metadata.name)}`;
  if (!change.kinds.includes(object.kind))
    throw new CommandFailure(
      `${title} ${change.name === "restart" ? "restarting" : change.name === "pause" ? "pausing" : "resuming"} is not supported`,
    );
  const refusal = change.refusal(object as unknown as Deployment);
  if (refusal !== undefined) throw new CommandFailure(`error: ${title} ${refusal}`);
  const dryRun = dryRunOf(session);
  const body = change.patch(session);
  if (change.name === "restart" && isRestartedAlready(object, body))
    throw new CommandFailure(
      `failed to create patch for ${object.metadata.name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
    );
  const request = {
    type: "strategic",
    body,
    query: dryRunQuery(dryRun),
    fieldManager: session.args.text("field-manager") ?? "kubectl-rollout",
  } as const;
  const patched = dryRun === "client" ? object : await patch(session, item, request);
  session.printedDocuments = 0;
  printTyped(session, row, patched, change.done, dryRun);
};

/** True for a second restart within the same second, which changes nothing. */
const isRestartedAlready = (object: Manifest, body: unknown): boolean => {
  const annotations = (value: unknown): Readonly<Record<string, string>> | undefined =>
    (value as Partial<Deployment>).spec?.template?.metadata?.annotations;
  return annotations(object)?.[RESTARTED_AT] === annotations(body)?.[RESTARTED_AT];
};
