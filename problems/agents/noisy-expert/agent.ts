import { canonicalJson } from "#core/canonical-json.ts";
import { invariant } from "#core/invariant.ts";
import type { Rng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import { defineAgent, type Play, type Start } from "../../agent.ts";
import { drawCall, propensityOf } from "../../blind/random-calls.ts";
import { demonstrate } from "../../investigation/demonstrate.ts";
import { openSpeaker } from "../../investigation/speaker.ts";

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
  const speaker = openSpeaker(rng.stream("words of slips"));
  let next = moves.next();
  for (let i = 0; next.done !== true; i++) {
    const { value: move } = next;
    const propensity = (call: ToolCall): number => SLIP * propensityOf(answer, call) + (isSame(call, move.call) ? 1 - SLIP : 0);
    const slip = rng.stream(`slip ${i}`);
    if (!slip.chance(SLIPS)) {
      next = moves.next(yield { ...move, propensity: propensity(move.call) });
      continue;
    }
    const call = drawCall(answer, slip);
    yield { call, says: speaker.say("slip"), propensity: propensity(call), isSlip: true };
    next = moves.next(yield { ...move, propensity: 1 });
  }
}

const SLIP = SLIPS.numerator / SLIPS.denominator;

const isSame = (a: ToolCall, b: ToolCall): boolean => canonicalJson(a) === canonicalJson(b);
