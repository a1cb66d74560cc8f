import { given } from "./given.ts";
import type { MeasuredTurn } from "./trajectory.ts";

/** Clock of the turns of an episode, which tells an agent's own time from that of the answers. */
export interface TurnClock {
  /** Notes that the agent has what it waited for: its time runs. */
  start(): void;
  /** Notes a call, and returns what measures the turn when it is answered. Calls that come together wait for each other. */
  call(): () => MeasuredTurn;
}

/** Creates a clock that nobody has started. @param nowMs wall time from any moment on */
export const createTurnClock = (nowMs: () => number = () => performance.now()): TurnClock => {
  let freeMs: number | undefined;
  return {
    start: () => {
      freeMs = nowMs();
    },
    call: () => {
      const calledMs = nowMs();
      return () => {
        const endMs = nowMs();
        const agentMs = freeMs === undefined ? undefined : Math.max(0, calledMs - freeMs);
        const answerMs = endMs - Math.max(calledMs, freeMs ?? 0);
        freeMs = endMs;
        return { ...given("agent_s", agentMs === undefined ? undefined : seconds(agentMs)), answer_s: seconds(answerMs) };
      };
    },
  };
};

const seconds = (ms: number): number => Math.round(ms) / 1_000;
