import type { ToolCall } from "#core/tool-call.ts";
import type { Move, Sight } from "../agent.ts";
import type { AnsweredFault } from "../answer.ts";
import type { Notebook } from "./notebook.ts";
import { componentOfPod } from "./read-clues.ts";
import { SURVEY } from "./survey.ts";

/** Rounds of waiting for a repair, each of `WAIT_S`. */
const ROUNDS_MAX = 4;
const WAIT_S = 20;

/** Looks whether the repair has taken effect: the pods are ready again, and what was wrong is not seen any more. */
export function* verifyRepair(notebook: Notebook, faults: readonly AnsweredFault[]): Generator<Move, void, Sight> {
  const own = faults.flatMap((fault) => fault.own);
  if (own.length === 0) return;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const waiting = unreadyPods(yield* notebook.look({ call: SURVEY.pods.call, says: "Are its pods ready again?" }), own);
    if (waiting.length === 0) break;
    yield* notebook.look({ call: wait(WAIT_S), says: `${waiting[0]} is not ready yet: give it time.` });
  }
  for (const { evidence } of faults) {
    const sign = evidence.at(-1);
    if (sign !== undefined) yield* notebook.look({ call: sign.look, says: "Is the defect gone?" });
  }
}

const wait = (seconds: number): ToolCall => ({ name: "wait", arguments: { seconds } });

const unreadyPods = (table: string, own: readonly string[]): readonly string[] =>
  [...table.matchAll(/^(\S+) +(\d+)\/(\d+) +(\S+) /gm)].flatMap(([, pod = "", ready, of, status]) =>
    ready !== of && status !== "Completed" && own.includes(componentOfPod(pod)) ? [pod] : [],
  );
