import { toTimestamp } from "#core/timestamp.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { printTyped } from "../print/result.ts";
import { CommandFailure } from "../session/errors.ts";
import { requireKind } from "../session/kinds.ts";
import { readManifests } from "../session/manifests.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

interface Condition {
  readonly type: string;
  readonly status: string;
}

const DECISIONS = [
  {
    name: "approve",
    type: "Approved",
    other: "Denied",
    done: "approved",
    reason: "KubectlApprove",
    message: "This CSR was approved by kubectl certificate approve.",
  },
  {
    name: "deny",
    type: "Denied",
    other: "Approved",
    done: "denied",
    reason: "KubectlDeny",
    message: "This CSR was denied by kubectl certificate deny.",
  },
] as const;

/** `kubectl certificate approve` and `deny`. */
export const certificateCommands: readonly Command[] = DECISIONS.map((decision) =>
  defineCommand({
    path: `certificate ${decision.name}`,
    usage: "(-f FILENAME | NAME)",
    flags: flagTable(...FILE_FLAGS, "force bool", "output,o string", ...TEMPLATE_FLAGS),
    run: async (session) => {
      const { args } = session;
      const names = args.has("filename") ? (await readManifests(session)).map(({ object }) => object.metadata.name) : args.words;
      if (names.length === 0) throw new CommandFailure("one or more CSRs must be specified as <name> or -f <filename>");
      for (const name of names) await decide(session, decision, name);
    },
  }),
);

const decide = async (
  session: Session,
  { type, other, done, reason, message }: (typeof DECISIONS)[number],
  name: string,
): Promise<void> => {
  const row = await requireKind(session, "csr");
  const request = await session.get(row, name, undefined);
  const status = request["status"] as { readonly conditions?: readonly Condition[] } | undefined;
  const conditions = status?.conditions ?? [];
  const has = (wanted: string): boolean => conditions.some((condition) => condition.type === wanted);
  if (has(other)) throw new CommandFailure(`certificate signing request ${JSON.stringify(name)} is already ${other}`);
  let shown: Manifest = request;
  if (!has(type) || session.args.on("force")) {
    const lastUpdateTime = toTimestamp(session.nowMs());
    const added = { type, status: "True", reason, message, lastUpdateTime, lastTransitionTime: lastUpdateTime };
    const body = { ...request, status: { ...status, conditions: [...conditions.filter((condition) => condition.type !== type), added] } };
    shown = await session.write({ method: "PUT", path: resourcePath(row, undefined, name, "approval"), body });
  }
  printTyped(session, row, shown, done);
};
