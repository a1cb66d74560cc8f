import type { MeasuredTurn, Trajectory } from "../../trajectories/trajectory.ts";
import { wordsOfAction } from "../../trajectories/words-of-action.ts";
import { thousandths } from "../render-estimate.ts";
import { escapeHtml } from "./escape-html.ts";

/** Renders the steps of an episode: what was done, what it earned, and its result, which unfolds. @param place file and line of the whole record */
export const renderEpisode = ({ steps, turns = [], verdicts, final, trajectory_id: id }: Trajectory, place: string): string => {
  const { truth } = Object(verdicts) as { readonly truth?: unknown };
  const pairs = (Array.isArray(truth) ? truth : []) as readonly { readonly resource: string; readonly faultType: string }[];
  const wrong = pairs.map(({ resource, faultType }) => `${faultType} of ${resource}`).join(", ");
  const words = new Map(turns.map(({ step_index: index, content }) => [index, content]));
  return [
    verdicts === undefined ? "" : `<p>${escapeHtml(wrong === "" ? "Nothing was wrong." : `Wrong was: ${wrong}.`)}</p>`,
    "<ol>",
    ...steps.map((step, i) => renderStep(step, words.get(i))),
    "</ol>",
    final?.reward === undefined ? "" : `<p>Booked after the last step: ${escapeHtml(thousandths(final.reward))}</p>`,
    `<p class="pale">${escapeHtml(`${id}, ${place}`)}</p>`,
  ].join("");
};

const renderStep = ({ actions, results, reward, measured }: Trajectory["steps"][number], words: string | undefined): string => {
  const said = words === undefined || words === "" ? "" : `<div class="said">${escapeHtml(cut(words))}</div>`;
  const parts = actions.map((action, i) => {
    const { content = "", status = "" } = results[i] ?? {};
    const failed = status === "OK" || status === "" ? "" : ` <i class="no">${escapeHtml(status.toLowerCase())}</i>`;
    const command = `<code>${escapeHtml(cut(wordsOfAction(action)))}</code>${failed}`;
    return content.trim() === ""
      ? `<div>${command}</div>`
      : `<details><summary>${command}</summary><pre>${escapeHtml(cut(content))}</pre></details>`;
  });
  return `<li>${said}<b>${reward === undefined ? "–" : thousandths(reward)}</b>${parts.join("")}${measured === undefined ? "" : renderMeasured(measured)}</li>`;
};

const renderMeasured = ({ agent_s, answer_s, prompt_tokens, completion_tokens }: MeasuredTurn): string => {
  const tokens = prompt_tokens === undefined ? "" : `, ${prompt_tokens} + ${completion_tokens ?? 0} tokens`;
  return `<div class="pale" title="${MEASURED_TITLE}">${agent_s?.toFixed(1) ?? "–"} + ${answer_s.toFixed(1)} s${tokens}</div>`;
};

const MEASURED_TITLE = "by the clock: the agent and its answer; tokens of the prompt and of what the model said";

/** A page of hundreds of episodes stays one that a browser opens at once. */
const cut = (text: string): string =>
  text.length <= TEXT_MAX ? text.trimEnd() : `${text.slice(0, TEXT_MAX)} … ${text.length - TEXT_MAX} more characters are in the record`;

/** Characters of a result that are shown. */
const TEXT_MAX = 600;
