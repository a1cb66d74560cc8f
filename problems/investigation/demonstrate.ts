import { invariant } from "#core/invariant.ts";
import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { type Evidence, isShownBy } from "#injectors/evidence.ts";
import type { Move, Play, Sight, Start } from "../agent.ts";
import type { Answer, AnsweredFault } from "../answer.ts";
import { conclude } from "./conclude.ts";
import { explainRepair, isLook } from "./explain-repair.ts";
import { type Guide, investigate } from "./investigate.ts";
import { type Lead, openLeads } from "./leads.ts";
import { type Notebook, openNotebook } from "./notebook.ts";
import { commandOf, componentOfClue } from "./read-clues.ts";
import { sightOf } from "./sight-of.ts";
import { openSpeaker, type Speaker } from "./speaker.ts";
import { verifyRepair } from "./verify-repair.ts";

/**
 * Shows how one gets from the first report to the repair.
 *
 * The answer decides which of the open leads are worth following, and no more: each look follows from what was seen
 * before, a few lead nowhere, and the diagnosis comes after the evidence that the faults declare was seen.
 */
export function* demonstrate({ text, answer }: Start, rng: Rng): Play {
  invariant(answer !== undefined, "a demonstration is made from an answer");
  const notebook = openNotebook(text);
  const speaker = openSpeaker(rng.stream(`what it says after ${text}`));
  const deadEnds = new Set<string>();
  yield* investigate(notebook, text, guideTo(answer, notebook, { rng, deadEnds }));
  for (const fault of answer.faults) for (const evidence of fault.evidence) yield* seeEvidence(notebook, fault, { evidence, speaker });
  const lookedAt = new Set([...deadEnds].filter((name) => notebook.notes.some(({ call }) => commandOf(call).includes(name))));
  const rootCauses = answer.faults.flatMap(({ causes }) => causes);
  yield* notebook.look({
    call: { name: "submit_diagnosis", arguments: { root_causes: rootCauses } },
    says: conclude(notebook, answer, lookedAt, speaker),
  });
  for (const fault of answer.faults) yield* repair(notebook, fault, speaker);
  yield* verifyRepair(notebook, answer.faults, speaker);
  yield {
    call: { name: "submit_mitigation", arguments: {} },
    says:
      answer.faults.length === 0
        ? speaker.say("nothingToRepair")
        : `${isGone(notebook, answer) ? `${speaker.say("goneNow")} ` : ""}${speaker.say("holds")}`,
  };
}

/** True if the last look does not show any more what it is made for. */
const isGone = ({ notes }: Notebook, { faults }: Answer): boolean => {
  const [evidence, last] = [faults.at(-1)?.evidence.at(-1), notes.at(-1)];
  return evidence !== undefined && last !== undefined && !isShownBy(last.content, evidence);
};

/** @param deadEnds takes the names that are followed in vain */
const guideTo = (
  { faults }: Answer,
  notebook: Notebook,
  { rng, deadEnds: taken }: { readonly rng: Rng; readonly deadEnds: Set<string> },
): Guide => {
  const own = new Set(faults.flatMap((fault) => fault.own));
  const callers = new Set(faults.flatMap((fault) => fault.callers));
  // A calm cluster is known as such only when what stands out was looked at.
  let deadEnds = faults.length === 0 ? rng.int(2, 4) : rng.int(0, 2);
  const isTaken = (lead: Lead): boolean => {
    if (taken.has(lead.name)) return true;
    if (deadEnds === 0 || !rng.stream(`dead end ${lead.name}`).chance({ numerator: 1, denominator: 3 })) return false;
    deadEnds -= 1;
    taken.add(lead.name);
    return true;
  };
  return {
    rng,
    rank: (lead) => {
      const concerns = concernedBy(lead);
      if (concerns.some((name) => own.has(name))) return 2 + lead.clue.weight;
      if (concerns.some((name) => callers.has(name))) return lead.clue.weight / 2;
      return isTaken(lead) ? 6 : 0;
    },
    isDone: () => faults.length > 0 && faults.every((fault) => isSeen(notebook, fault) || isTracedToItsEnd(notebook, fault)),
  };
};

const isSeen = (notebook: Notebook, { evidence }: AnsweredFault): boolean => evidence.every((one) => notebook.hasSeen(one));

/** True if something pointed at the fault, and every lead from there was followed. */
const isTracedToItsEnd = (notebook: Notebook, { own }: AnsweredFault): boolean =>
  notebook.clues.some((clue) => own.includes(componentOfClue(clue))) &&
  !openLeads(notebook).some((lead) => concernedBy(lead).some((name) => own.includes(name)));

/** Names that a lead is about: its object, and the component that a policy selects. */
const concernedBy = ({ name, clue }: Lead): readonly string[] => [name, ...(/=(\S+)$/.exec(clue.says)?.slice(1) ?? [])];

/** Looks at the object itself where following the leads has not shown it. */
function* seeEvidence(
  notebook: Notebook,
  fault: AnsweredFault,
  { evidence, speaker }: { readonly evidence: Evidence; readonly speaker: Speaker },
): Generator<Move, void, Sight> {
  if (notebook.hasSeen(evidence)) return;
  const clue = notebook.clues.filter((seen) => fault.own.includes(componentOfClue(seen))).at(-1);
  const [kind = "", ...path] = fault.causes[0]?.resource.split("/") ?? [];
  const kinds = KINDS[kind] ?? `${kind}s`;
  const isNamed = fault.own.every((name) => !commandOf(evidence.look).includes(name) || notebook.mentions(name));
  if (kind !== "mongouser" && !isNamed) {
    const call = kubectl(`get ${kind}${path.length > 1 ? " -A" : ""}`);
    const purpose = speaker.say("listKinds", { kinds });
    yield* notebook.look({
      call,
      says: clue === undefined ? speaker.say("listAll", { kinds }) : speaker.say("lead", { clue: clue.says, purpose }),
    });
  }
  const says =
    clue === undefined ? speaker.say("oneByOne", { kinds }) : speaker.say("closer", { clue: clue.says, look: sightOf(evidence.look) });
  yield* notebook.look({ call: evidence.look, says });
}

/** Plurals of kinds that are more than an `s`. */
const KINDS: Readonly<Record<string, string>> = {
  mongouser: "users of the databases",
  networkpolicy: "NetworkPolicies",
  ingress: "Ingresses",
  storageclass: "StorageClasses",
  priorityclass: "PriorityClasses",
};

/** Makes the first of the repairs; a look before the change is no part of it. */
function* repair(notebook: Notebook, fault: AnsweredFault, speaker: Speaker): Generator<Move, void, Sight> {
  let isFirst = true;
  for (const call of fault.repairs[0] ?? []) {
    yield* notebook.look({ call, says: explainRepair(notebook, fault, { call, isFirst, speaker }) });
    if (!isLook(call)) isFirst = false;
  }
}
