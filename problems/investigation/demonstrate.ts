import { invariant } from "#core/invariant.ts";
import type { Rng } from "#core/rng.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Evidence } from "#injectors/evidence.ts";
import type { Move, Play, Sight, Start } from "../agent.ts";
import type { Answer, AnsweredFault } from "../answer.ts";
import { type Guide, investigate } from "./investigate.ts";
import { capitalise, type Lead, openLeads } from "./leads.ts";
import { type Notebook, openNotebook } from "./notebook.ts";
import { componentOfClue } from "./read-clues.ts";
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
  yield* investigate(notebook, text, guideTo(answer, notebook, rng));
  for (const fault of answer.faults) for (const evidence of fault.evidence) yield* seeEvidence(notebook, fault, evidence);
  yield* notebook.look(diagnosisOf(answer));
  for (const fault of answer.faults) yield* repair(notebook, fault);
  yield* verifyRepair(notebook, answer.faults);
  yield {
    call: { name: "submit_mitigation", arguments: {} },
    says: answer.faults.length === 0 ? "There is nothing to repair." : "The repair holds.",
  };
}

const guideTo = ({ faults }: Answer, notebook: Notebook, rng: Rng): Guide => {
  const own = new Set(faults.flatMap((fault) => fault.own));
  const callers = new Set(faults.flatMap((fault) => fault.callers));
  // A calm cluster is known as such only when what stands out was looked at.
  let deadEnds = faults.length === 0 ? rng.int(2, 4) : rng.int(0, 2);
  const taken = new Set<string>();
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
function* seeEvidence(notebook: Notebook, fault: AnsweredFault, evidence: Evidence): Generator<Move, void, Sight> {
  if (notebook.hasSeen(evidence)) return;
  const clue = notebook.clues.filter((seen) => fault.own.includes(componentOfClue(seen))).at(-1);
  const [kind = ""] = fault.causes[0]?.resource.split("/") ?? [];
  if (clue === undefined && !fault.own.some((name) => notebook.mentions(name)))
    yield* notebook.look({ call: kubectl(`get ${kind}s`), says: `Nothing points anywhere yet: go through the ${kind}s.` });
  const says = clue === undefined ? `No lead is left: go through the ${kind}s one by one.` : `${capitalise(clue.says)}: look closer.`;
  yield* notebook.look({ call: evidence.look, says });
}

const diagnosisOf = ({ faults }: Answer): Move => {
  const says =
    faults.length === 0 ? "nothing that was seen points to a fault" : faults.map(({ evidence }) => evidence.at(-1)?.says).join("; and ");
  const call: ToolCall = { name: "submit_diagnosis", arguments: { root_causes: faults.flatMap(({ causes }) => causes) } };
  return { call, says: `${capitalise(says)}.` };
};

function* repair(notebook: Notebook, { repairs: [calls = []], causes }: AnsweredFault): Generator<Move, void, Sight> {
  const what = causes.map(({ resource }) => resource).join(", ");
  for (const [i, call] of calls.entries())
    yield* notebook.look({ call, says: i === 0 ? `Repair ${what}.` : `Let what depends on ${what} take the repair up.` });
}
