import type { Rng } from "#core/rng.ts";
import type { Move, Sight } from "../agent.ts";
import { type Lead, openLeads } from "./leads.ts";
import type { Notebook } from "./notebook.ts";
import { reportIn, SURVEY } from "./survey.ts";

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
  const survey = drawSurvey(first, guide.rng);
  for (let made = 0; made < LOOKS_MAX && !guide.isDone(); made++) {
    const early = made < SURVEY_FIRST ? nextOf(survey, notebook) : undefined;
    const move = early ?? bestLead(notebook, guide) ?? nextOf(survey, notebook);
    if (move === undefined) return;
    yield* notebook.look({ call: move.call, says: move.says });
  }
}

/** Alerts come first; in which order one looks at the rest is a matter of taste. */
const drawSurvey = (first: string, rng: Rng): Move[] => {
  const { alerts, pods, services, workloads, warnings, nodes, policies } = SURVEY;
  const report = reportIn(first);
  const begin = { call: alerts.call, says: report === undefined ? alerts.says : `“${report}” ${alerts.says}` };
  return [begin, ...rng.shuffle([pods, services]), ...rng.shuffle([workloads, warnings, nodes]), policies];
};

const nextOf = (survey: Move[], notebook: Notebook): Move | undefined => {
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
