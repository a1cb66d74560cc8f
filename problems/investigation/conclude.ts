import type { Answer } from "../answer.ts";
import type { Notebook } from "./notebook.ts";
import { componentOfClue } from "./read-clues.ts";
import type { Speaker } from "./speaker.ts";
import { quietSurvey, SURVEY } from "./survey.ts";

/**
 * Says what an investigation has come to: the cause, a symptom that it explains, and what stood out without being it.
 *
 * @param deadEnds names that were looked at in vain
 */
export const conclude = (notebook: Notebook, { faults }: Answer, deadEnds: ReadonlySet<string>, speaker: Speaker): string => {
  if (faults.length === 0) return allClear(notebook, speaker);
  const causes = faults.map((fault) => {
    const evidence = fault.evidence.at(-1)?.says ?? "";
    const symptom = notebook.clues.find(
      (clue) => clue.weight > 1 && [...fault.own, ...fault.callers].includes(componentOfClue(clue)) && !evidence.includes(clue.says),
    );
    return [speaker.say("cause", { evidence }), ...(symptom === undefined ? [] : [speaker.say("explains", { clue: symptom.says })])];
  });
  const names = [...deadEnds].slice(0, 2);
  return [...causes.flat(), ...(names.length === 0 ? [] : [speaker.say("rulesOut", { names: names.join(" and ") })])].join(" ");
};

const allClear = ({ notes }: Notebook, speaker: Speaker): string => {
  // Alerts that name no object may fire all the same.
  const quiet = notes.flatMap((note) => quietSurvey(note) ?? []).filter((look) => look !== SURVEY.alerts);
  const things = [...new Set(quiet.map((look) => look.things))];
  const list = things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
  return [speaker.say("allClear"), ...(list === "" ? [] : [speaker.say("seenFine", { things: list })])].join(" ");
};
