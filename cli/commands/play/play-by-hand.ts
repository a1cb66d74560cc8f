import type { Ending, ResetOutcome, StepCommand, StepOutcome, ToolSpec } from "#env/host/episode-protocol.ts";
import { actionOf } from "#env/host/play-episode.ts";
import type { Engine, EpisodeOrder } from "../../engine/engine.ts";
import { commandOf } from "../../engine/open-engine.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import type { Grading } from "../../output/explain-episode.ts";
import type { CliOutput } from "../../output/output.ts";
import { recordAction } from "../../trajectories/record-turn.ts";
import { wordsOfAction } from "../../trajectories/words-of-action.ts";
import { hintsOf } from "./hints.ts";
import { parseLine, REQUESTS } from "./parse-line.ts";
import { renderScore } from "./render-score.ts";
import type { Terminal } from "./terminal.ts";

/** Terminal of a played episode, and options of what is shown there. */
export interface ByHand {
  readonly terminal: Terminal;
  readonly output: CliOutput;
  readonly showRewards: boolean;
  /** Command line that plays the same incident again. */
  readonly again: string;
  /** Steps that somebody made before; missing: none. */
  readonly steps?: readonly StepCommand[];
}

/** Plays an episode with a person in the agent's place. @returns the exit status */
export const playByHand = async (engine: Engine, order: Omit<EpisodeOrder, "policy">, by: ByHand): Promise<number> => {
  const { terminal, output } = by;
  const { episodeId } = order;
  output.info("preparing an incident …");
  const reset = await engine.host.reset(commandOf(order));
  terminal.write(`${textOf(reset)}\n\nType kubectl or shell command lines; /help lists the other tools. Ctrl-D gives up.\n`);
  const ending = await takeTurns(engine, { ...order, policy: "answer-key" }, await catchUp(engine, reset, by), by);
  const { report, ending: last, explanation } = await engine.host.reward({ episodeId, finalize: true, explain: true });
  terminal.write(renderScore(reset.task, { report, grading: explanation as Grading | undefined }, last ?? ending));
  terminal.write(`Again: ${by.again}`);
  await engine.host.close({ episodeId });
  return (last ?? ending)?.sampleValid === false ? EXIT_CODES.failed.code : EXIT_CODES.ok.code;
};

/** Episode that a person takes over. */
interface Handover extends ResetOutcome {
  /** Ending that the steps before brought; missing: none. */
  readonly ending?: Ending;
}

/** Makes the steps that somebody made before, and shows them. */
const catchUp = async (engine: Engine, reset: ResetOutcome, { terminal, showRewards, steps = [] }: ByHand): Promise<Handover> => {
  let { observation } = reset;
  for (const step of steps) {
    const outcome = await engine.host.step(step);
    ({ observation } = outcome);
    for (const action of step.actions) terminal.write(`[step ${step.stepIndex + 1}] $ ${wordsOfAction(recordAction(action))}`);
    terminal.write(answerOf(outcome, showRewards));
    if (outcome.ending !== undefined) return { ...reset, observation, ending: outcome.ending };
  }
  return { ...reset, observation };
};

/** Takes lines until the episode ends or the input does. */
const takeTurns = async (
  engine: Engine,
  order: EpisodeOrder,
  { tools, task, observation, ending }: Handover,
  { terminal, showRewards }: ByHand,
): Promise<Ending | undefined> => {
  if (ending !== undefined) return ending;
  const words = new Set([...REQUESTS.map((name) => `/${name}`), ...tools.map(({ name }) => `/${name}`), ...namesIn(task.instruction)]);
  let { stepsLeft, stepIndex } = observation;
  let hints: readonly string[] | undefined;
  let hintsGiven = 0;
  for (;;) {
    terminal.offer(words);
    const line = await readLines(terminal, `[${stepsLeft} steps left] $ `);
    if (line === undefined) return undefined;
    const typed = parseLine(line, tools);
    if (typed.kind === "quit") return undefined;
    if (typed.kind === "problem") terminal.write(typed.says);
    if (typed.kind === "help") terminal.write(helpOn(tools));
    if (typed.kind === "hint") {
      hints ??= hintsOf(await engine.plan(order));
      terminal.write(hints[hintsGiven++] ?? "There are no more hints.");
    }
    if (typed.kind !== "call") continue;
    const outcome = await engine.host.step({ episodeId: order.episodeId, stepIndex: stepIndex++, actions: [actionOf(typed.call)] });
    ({ stepsLeft } = outcome.observation);
    terminal.write(answerOf(outcome, showRewards));
    for (const word of namesIn(outcome.results[0]?.content ?? "")) words.add(word);
    if (outcome.ending !== undefined) return outcome.ending;
  }
};

/** Reads a line, and those that it goes on in: after a backslash, or up to the end of a here-document. */
const readLines = async (terminal: Terminal, prompt: string): Promise<string | undefined> => {
  let text = await terminal.ask(prompt);
  if (text === undefined) return undefined;
  const end = /<<-?\s*['"]?(\w+)['"]?/.exec(text)?.[1];
  while (end === undefined ? text.endsWith("\\") : text.split("\n").slice(1).at(-1)?.trim() !== end) {
    const more = await terminal.ask("> ");
    if (more === undefined) return text;
    text = end === undefined ? `${text.slice(0, -1)}${more}` : `${text}\n${more}`;
  }
  return text;
};

const textOf = ({ observation }: ResetOutcome): string =>
  observation.views
    .filter(({ mediaType }) => mediaType === "text/plain")
    .map(({ body }) => body.trimEnd())
    .join("\n");

const answerOf = ({ results, reward }: StepOutcome, showRewards: boolean): string => {
  const said = results.map(({ status, content }) => (content === "" ? `(${status})` : content)).join("\n");
  return showRewards
    ? `${said}\n(reward ${reward.reward?.toFixed(3) ?? "none"}, so far ${reward.returnSoFar?.toFixed(3) ?? "none"})`
    : said;
};

const helpOn = (tools: readonly ToolSpec[]): string =>
  [
    "A line is a command line for kubectl's shell, such as: kubectl get pods | grep -v Running",
    ...tools
      .filter(({ name }) => name !== "kubectl")
      .map(({ name, description, inputSchema }) => {
        const names = Object.keys((inputSchema["properties"] ?? {}) as object);
        return `/${name}${names.map((one) => ` [${one}=…]`).join("")}\n    ${description.split(/(?<=\.) /)[0]}`;
      }),
    'Any part of a name will do that no other has: /alerts, /overview, /logs {app="geo"} |= "error", /mitigation',
    "/hint  one more hint     /quit  stop, and be scored as it stands",
  ].join("\n");

/** Words of a text that look like names of objects, for Tab. */
const namesIn = (text: string): readonly string[] => text.match(/\b[a-z0-9]+(?:[-.][a-z0-9]+)+\b|(?<=^|\n)[a-z0-9]{3,}(?=\s)/g) ?? [];
