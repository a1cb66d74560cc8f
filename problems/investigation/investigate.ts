import type { Rng } from "#core/rng.ts";
import type { Move, Sight } from "../agent.ts";
import { type Lead, openLeads } from "./leads.ts";
import type { Notebook } from "./notebook.ts";
import { openSpeaker, type Speaker } from "./speaker.ts";
import { quietSurvey, reportIn, SURVEY, type SurveyLook } from "./survey.ts";

/** Choices of an investigation. */
export interface Guide {
  readonly rng: Rng;
  /** Ranks a lead by its promise; 0 or less: it is left alone. */
  rank(lead: Lead): number;
  /** True when enough was seen. */
  isDone(): boolean;
}

/** Steps of the survey that come before the first lead is followed. */
const SURVEY_FIRST = 2;

/** Looks that an investigation makes at most. */
const LOOKS_MAX = 26;

/**
 * Looks at alerts, pods, Services and so on in a drawn order, and follows the leads that the answers open, the most promising first.
 *
 * What it looks at, and the reason that it gives, come from what was seen before; the guide only chooses among that.
 */
export function* investigate(notebook: Notebook, first: string, guide: Guide): Generator<Move, void, Sight> {
  const survey = drawSurvey(guide.rng);
  const speaker = openSpeaker(guide.rng.stream(`words after ${first}`));
  for (let made = 0; made < LOOKS_MAX && !guide.isDone(); made++) {
    const early = made < SURVEY_FIRST ? nextOf(survey, notebook) : undefined;
    const next = early ?? bestLead(notebook, guide) ?? nextOf(survey, notebook);
    if (next === undefined) return;
    const says = [beginning(notebook, first, speaker), reasonFor(next, speaker)].filter((part) => part !== "").join(" ");
    yield* notebook.look({ call: next.call, says });
  }
}

/** Alerts come first; in which order one looks at the rest is a matter of taste. */
const drawSurvey = (rng: Rng): SurveyLook[] => {
  const { alerts, pods, services, workloads, warnings, nodes, policies } = SURVEY;
  return [alerts, ...rng.shuffle<SurveyLook>([pods, services]), ...rng.shuffle<SurveyLook>([workloads, warnings, nodes]), policies];
};

/** Report, or words for what the look before has ruled out; empty after one in which something stood out. */
const beginning = ({ notes }: Notebook, first: string, speaker: Speaker): string => {
  const last = notes.at(-1);
  const report = last === undefined ? reportIn(first) : undefined;
  if (report !== undefined) return `“${report}”`;
  const quiet = last && quietSurvey(last);
  return quiet === undefined ? "" : speaker.say(quiet.quiet);
};

const reasonFor = (next: SurveyLook | Lead, speaker: Speaker): string => {
  const purpose = speaker.say(next.purpose);
  return "clue" in next ? speaker.say("lead", { clue: next.clue.says, purpose }) : purpose;
};

const nextOf = (survey: SurveyLook[], notebook: Notebook): SurveyLook | undefined => {
  for (let move = survey.shift(); move !== undefined; move = survey.shift()) if (!notebook.wasMade(move.call)) return move;
  return undefined;
};

const bestLead = (notebook: Notebook, { rank }: Guide): Lead | undefined => {
  let best: { readonly lead: Lead; readonly value: number } | undefined;
  for (const lead of openLeads(notebook)) {
    const value = rank(lead);
    if (value > 0 && value > (best?.value ?? 0)) best = { lead, value };
  }
  return best?.lead;
};
