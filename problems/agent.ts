import type { Rng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { Answer } from "./answer.ts";

/** A scripted agent, which looks before it acts: one folder under `problems/agents/`, named for its id. */
export interface Agent {
  readonly id: string;
  readonly title: string;
  /** True: it is told the answer, which no agent is, and shows how one gets to it; missing: it reads symptoms alone. */
  readonly isTold?: boolean;
  /** True: it looks at nothing that shows whether something is wrong, so that what it earns is given away; missing: it does. */
  readonly ignoresSymptoms?: boolean;
  /** Plays an episode: a pure function of what it is told, of what it sees, and of the random stream. */
  play(start: Start, rng: Rng): Play;
}

/** The moves of an agent; each is answered by what it brought to sight. An agent that returns is stopped and graded. */
export type Play = Generator<Move, void, Sight>;

/** The beginning of an episode. */
export interface Start {
  /** The first observation: instruction, report, alerts. */
  readonly text: string;
  /** For agents that are told. */
  readonly answer?: Answer;
}

/** A call, and the reason for it in one line, from what was seen before. */
export interface Move {
  readonly call: ToolCall;
  readonly says: string;
  /** Probability of this call, given what was seen and the ways that the agent has chosen before, in (0, 1]; missing: not known. */
  readonly propensity?: number;
  /** True: it is a slip, which nobody should learn; missing: it is meant. */
  readonly isSlip?: true;
}

/** The result of a call. */
export interface Sight {
  /** Status of the call's result: `OK`, `TOOL_ERROR`, … */
  readonly status: string;
  readonly content: string;
}

/** Types an agent; the default export of `problems/agents/<id>/agent.ts`. */
export const defineAgent = (agent: Agent): Agent => agent;
