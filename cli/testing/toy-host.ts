import { digestText } from "#core/digest.ts";
import { DEFAULT_LIMITS } from "#env/catalogue/default-limits.ts";
import type { EpisodeHost, EpisodeLimits, Observation, StepOutcome } from "#env/host/episode-protocol.ts";

const LIMITS: EpisodeLimits = { ...DEFAULT_LIMITS, maxSteps: 5 };

/** A host whose world is a counter: each step adds the length of its actions, and an action `done` ends it. */
export const createToyHost = (): EpisodeHost => {
  const counters = new Map<string, number>();
  const observe = (episodeId: string, stepIndex: number): Observation => {
    const body = `counter ${counters.get(episodeId)}`;
    const view = {
      name: "text",
      mediaType: "text/plain" as const,
      body,
      truncated: false,
      originalBytes: body.length,
      digest: digestText(body),
    };
    return {
      views: [view],
      stepIndex,
      virtualMs: stepIndex * 10_000,
      stepsLeft: 5 - stepIndex,
      virtualMsLeft: 3_600_000 - stepIndex * 10_000,
    };
  };
  return {
    reset: async ({ episodeId, taskUri, seed }) => {
      counters.set(episodeId, Number(seed));
      const task = {
        uri: taskUri,
        publicId: "t-1",
        title: "toy",
        split: "train" as const,
        tags: [],
        difficulty: 1,
        backends: ["sim"],
        instruction: "count",
        digest: digestText(taskUri),
        limits: LIMITS,
      };
      return { task, observation: observe(episodeId, 0), tools: [], limits: LIMITS, stateDigest: digestText(seed), slotId: "toy" };
    },
    step: async ({ episodeId, stepIndex, actions }): Promise<StepOutcome> => {
      const text = actions.map(({ body }) => (body.kind === "tool" ? body.argumentsJson : "")).join("");
      counters.set(episodeId, (counters.get(episodeId) ?? 0) + text.length);
      const isDone = text.includes("done");
      const score = isDone ? 1 : 0;
      return {
        stepIndex,
        observation: observe(episodeId, stepIndex + 1),
        results: actions.map((_, i) => ({
          callId: `a${i}`,
          status: "OK",
          content: "",
          hadEffect: true,
          truncated: false,
          virtualCostMs: 0,
        })),
        reward: {
          reward: score,
          components: [{ name: "mitigation", value: score, weight: 1, contribution: score, status: "SCORED", kind: "TERMINAL" }],
          returnSoFar: score,
          profile: "toy",
          profileDigest: digestText("toy"),
        },
        ...(isDone
          ? {
              ending: {
                terminated: true,
                truncated: false,
                endReason: "AGENT_SUBMITTED",
                sampleValid: true,
                success: true,
                blame: "POLICY",
              },
            }
          : {}),
        stateDigest: digestText(String(counters.get(episodeId))),
      };
    },
    observe: async ({ episodeId }) => ({ observation: observe(episodeId, 0), stateDigest: "" }),
    reward: () => Promise.reject(new Error("the toy world is graded by its steps")),
    fork: () => Promise.reject(new Error("the toy world cannot fork")),
    close: async () => ({}),
  };
};
