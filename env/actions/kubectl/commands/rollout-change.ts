import { toTimestamp } from "#core/timestamp.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { type Command, defineCommand } from "../command.ts";
import { dryRunOf, dryRunQuery } from "../dry-run.ts";
import { CommandFailure, throwAll } from "../errors.ts";
import { flagTable, TEMPLATE_FLAGS } from "../flags.ts";
import { type ArgumentObject, objectsOfArguments } from "../objects-of-arguments.ts";
import { printResult } from "../print/result.ts";
import type { Session } from "../session.ts";
import { type Found, parseTargets, readTargets } from "../targets.ts";

/** One of restart, pause and resume: what it patches and when it refuses. */
interface Change {
  readonly name: string;
  readonly done: string;
  readonly kinds: readonly string[];
  /** Why it cannot be done; undefined when it can. */
  readonly refusal: (deployment: Deployment) => string | undefined;
  readonly patch: (session: Session) => unknown;
}

const CHANGES: readonly Change[] = [
  {
    name: "restart",
    done: "restarted",
    kinds: ["Deployment", "DaemonSet", "StatefulSet"],
    refusal: ({ spec }) => (spec.paused ? "can't restart paused deployment (run rollout resume first)" : undefined),
    patch: (session) => ({
      spec: { template: { metadata: { annotations: { "kubectl.kubernetes.io/restartedAt": toTimestamp(session.nowMs()) } } } },
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
    flags: flagTable(
      "filename,f list",
      "selector,l string",
      "output,o string",
      "field-manager string",
      "recursive,R bool",
      "kustomize,k string",
      ...TEMPLATE_FLAGS,
    ),
    run: async (session) => {
      const { words } = session.args;
      if (words.length === 0 && !session.args.has("filename")) throw new CommandFailure("required resource not specified");
      const failures: Error[] = [];
      for (const item of await targetsOf(session, words)) {
        try {
          await apply(session, item, change);
        } catch (failure) {
          failures.push(failure as Error);
        }
      }
      throwAll(failures);
    },
  }),
);

/** A kind alone means all its objects, as in the real program. */
const targetsOf = async (session: Session, words: readonly string[]): Promise<readonly ArgumentObject[]> => {
  const first = words[0];
  if (words.length !== 1 || first === undefined || first.includes("/") || session.args.has("selector")) return objectsOfArguments(session);
  const { found, failures } = await readAll(session, words);
  throwAll(failures);
  return found.map(({ row, object }) => ({ row, object, namespace: object.metadata.namespace }));
};

const readAll = async (
  session: Session,
  words: readonly string[],
): Promise<{ readonly found: readonly Found[]; readonly failures: readonly Error[] }> =>
  readTargets(session, await parseTargets(session, words, { allowAll: true }));

const apply = async (session: Session, { row, object, namespace }: ArgumentObject, change: Change): Promise<void> => {
  const title = `${row.resource} ${JSON.stringify(object.metadata.name)}`;
  if (!change.kinds.includes(object.kind))
    throw new CommandFailure(
      `${title} ${change.name === "restart" ? "restarting" : change.name === "pause" ? "pausing" : "resuming"} is not supported`,
    );
  const refusal = change.refusal(object as unknown as Deployment);
  if (refusal !== undefined) throw new CommandFailure(`error: ${title} ${refusal}`);
  const dryRun = dryRunOf(session);
  const request = {
    type: "strategic",
    body: change.patch(session),
    query: dryRunQuery(dryRun),
    fieldManager: session.args.text("field-manager") ?? "kubectl-rollout",
  } as const;
  const patched = dryRun === "client" ? object : await session.patch(row, { name: object.metadata.name, namespace }, request);
  printResult(session, row, patched, change.done, dryRun);
};
