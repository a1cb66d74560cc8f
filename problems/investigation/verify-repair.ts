import { wait } from "#core/tool-call.ts";
import type { Move, Sight } from "../agent.ts";
import type { AnsweredFault } from "../answer.ts";
import type { Notebook } from "./notebook.ts";
import { componentOfPod } from "./read-clues.ts";
import type { Speaker } from "./speaker.ts";
import { SURVEY } from "./survey.ts";

/** Rounds of waiting for a repair, each of `WAIT_S`. */
const ROUNDS_MAX = 4;
const WAIT_S = 20;

/** Looks whether the repair has taken effect: the pods are ready again, and what was wrong is not seen any more. */
export function* verifyRepair(notebook: Notebook, faults: readonly AnsweredFault[], speaker: Speaker): Generator<Move, void, Sight> {
  const own = faults.flatMap((fault) => fault.own);
  if (own.length === 0) return;
  let isReady = false;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = round === 0 && CHANGED.test(notebook.notes.at(-1)?.content ?? "") ? `${speaker.say("accepted")} ` : "";
    const waiting = unreadyPods(yield* notebook.look({ call: SURVEY.pods.call, says: `${before}${speaker.say("readyAgain")}` }), own);
    isReady = waiting.length === 0;
    if (waiting.length === 0) break;
    yield* notebook.look({ call: wait(WAIT_S), says: speaker.say("giveTime", { pod: waiting[0] ?? "" }) });
  }
  for (const { evidence } of faults) {
    const sign = evidence.at(-1);
    const before = isReady ? `${speaker.say("allReady")} ` : "";
    if (sign !== undefined) yield* notebook.look({ call: sign.look, says: `${before}${speaker.say("isGone")}` });
    isReady = false;
  }
}

/** Words by which kubectl says that a change was made. */
const CHANGED =
  /\b(annotated|configured|created|deleted|edited|labeled|patched|replaced|restarted|rolled back|scaled|tainted|untainted|updated|uncordoned)\b/;

const unreadyPods = (table: string, own: readonly string[]): readonly string[] =>
  [...table.matchAll(/^(\S+) +(\d+)\/(\d+) +(\S+) /gm)].flatMap(([, pod = "", ready, of, status]) =>
    ready !== of && status !== "Completed" && own.includes(componentOfPod(pod)) ? [pod] : [],
  );
