import type { ToolCall } from "#core/tool-call.ts";
import { expertCalls, waysOf } from "../loop/incident.ts";
import { repairsOf } from "../loop/repairs-of.ts";
import type { Subject } from "./attempt-episode.ts";
import { specDigest } from "./spec-digest.ts";

/**
 * Creates a predicate that is true for calls that end in what the repair of all faults ends in, or that of one of them: whoever makes them
 * has repaired that much, by whatever way. The states of repairs are found when it is first asked.
 */
export const endsInRepair = (subject: Subject): ((calls: readonly ToolCall[]) => Promise<boolean>) => {
  let repaired: Promise<ReadonlySet<string>> | undefined;
  return async (calls) => {
    repaired ??= repairedStates(subject);
    return (await repaired).has(await specDigestAfter(subject, calls));
  };
};

const repairedStates = async (subject: Subject): Promise<ReadonlySet<string>> => {
  const { incident } = subject;
  const digests = new Set<string>();
  for (let way = 0; way < waysOf(incident); way++) {
    digests.add(await specDigestAfter(subject, expertCalls(incident, way)));
    for (const ways of repairsOf(incident)) digests.add(await specDigestAfter(subject, ways[way] ?? []));
  }
  return digests;
};

/** Digest of the specs after these calls, on a fork, to compare two ways of acting. */
const specDigestAfter = async ({ open, incident }: Subject, calls: readonly ToolCall[]): Promise<string> => {
  const copy = incident.slot.fork?.();
  if (copy === undefined) return "";
  const kubectl = open.library.tools.find(({ spec }) => spec.name === "kubectl");
  for (const call of calls.filter(({ name }) => name === "kubectl")) {
    await kubectl?.run({ cluster: copy.agent, namespace: copy.namespace, timeoutMs: 30_000 }, call.arguments);
  }
  return await specDigest(copy.admin, copy.baseline);
};
