import { invariant } from "#core/invariant.ts";
import type { Rng } from "#core/rng.ts";
import { kubectl } from "#core/tool-call.ts";
import { defineAgent, type Play, type Start } from "../../agent.ts";
import { investigate } from "../../investigation/investigate.ts";
import { openNotebook } from "../../investigation/notebook.ts";
import { componentOfClue } from "../../investigation/read-clues.ts";
import { openSpeaker } from "../../investigation/speaker.ts";

/** Stops at the first thing that stands out, blames it for something else than the cause, and restarts it: the wrong side of a pair. */
export default defineAgent({
  id: "failed",
  title: "blames the first thing that stands out and restarts it",
  isTold: true,
  play: playHastily,
});

function* playHastily({ text, answer }: Start, rng: Rng): Play {
  invariant(answer !== undefined, "who fails for certain is told what not to say");
  const notebook = openNotebook(text);
  const speaker = openSpeaker(rng.stream("words of a guess"));
  const looks = rng.int(2, 5);
  yield* investigate(notebook, text, { rng, rank: ({ clue }) => clue.weight, isDone: () => notebook.notes.length >= looks });
  const components = answer.app.components.map(({ name }) => name);
  const clue = notebook.clues.find((seen) => components.includes(componentOfClue(seen)));
  const blamed = `deployment/${clue === undefined ? rng.pick(components) : componentOfClue(clue)}`;
  const known = answer.faults.flatMap(({ causes }) => causes).map(({ fault_type }) => fault_type);
  const type = rng.pick(GUESSES.filter((guess) => !known.includes(guess)));
  yield {
    call: { name: "submit_diagnosis", arguments: { root_causes: [{ resource: blamed, fault_type: type }] } },
    says: clue === undefined ? speaker.say("usualSuspect", { blamed }) : speaker.say("mustBe", { clue: clue.says }),
  };
  yield { call: kubectl(`rollout restart ${blamed}`), says: speaker.say("restart") };
  yield { call: { name: "submit_mitigation", arguments: {} }, says: speaker.say("shouldBeFine") };
}

/** First guesses of people. */
const GUESSES = ["memory-limit", "image-reference", "liveness-probe", "configmap-drift"] as const;
