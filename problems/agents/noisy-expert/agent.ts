import { invariant } from "#core/invariant.ts";
import type { Rng } from "#core/rng.ts";
import { defineAgent, type Play, type Start } from "../../agent.ts";
import { drawCall } from "../../blind/random-calls.ts";
import { demonstrate } from "../../investigation/demonstrate.ts";

/** Does what the expert does, with random calls in between; some of them do harm that it does not mend. */
export default defineAgent({
  id: "noisy-expert",
  title: "investigates as the expert does, and slips now and then",
  isTold: true,
  play: playNoisily,
});

/** Share of moves before which it slips. */
const SLIPS = { numerator: 1, denominator: 6 };

function* playNoisily(start: Start, rng: Rng): Play {
  const { answer } = start;
  invariant(answer !== undefined, "the noisy expert is told the answer");
  const moves = demonstrate(start, rng.stream("expert"));
  let next = moves.next();
  for (let i = 0; next.done !== true; i++) {
    const slip = rng.stream(`slip ${i}`);
    if (slip.chance(SLIPS)) yield { call: drawCall(answer, slip), says: "Something else meanwhile." };
    next = moves.next(yield next.value);
  }
}
