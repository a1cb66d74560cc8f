import { digestText } from "#core/digest.ts";
import { DEFAULT_LIMITS } from "#env/catalogue/default-limits.ts";
import type {
  Ending,
  EpisodeHost,
  EpisodeLimits,
  Observation,
  RewardComponent,
  RewardReport,
  StepOutcome,
} from "#env/host/episode-protocol.ts";

const LIMITS: EpisodeLimits = { ...DEFAULT_LIMITS, maxSteps: 5 };

/**
 * A host whose world is a counter: each step adds the length of its actions and earns a tenth, and an action `done` ends it
 * with 1; an episode that is finalised instead earns 0.5.
 */
export const createToyHost = (): EpisodeHost => {
  const counters = new Map<string, number>();
  const books = new Map<string, readonly RewardComponent[]>();
  const endings = new Map<string, Ending>();
  const book = (episodeId: string, score: RewardComponent): RewardReport => {
    books.set(episodeId, [...(books.get(episodeId) ?? []), score]);
    return { ...sumOf(books.get(episodeId)!), reward: score.contribution!, components: [score] };
  };
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
      books.delete(episodeId);
      endings.delete(episodeId);
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
      if (isDone) endings.set(episodeId, endingOf("AGENT_SUBMITTED"));
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
        reward: book(episodeId, componentOf("mitigation", isDone ? 1 : 0.1)),
        ...(isDone ? { ending: endings.get(episodeId)! } : {}),
        stateDigest: digestText(String(counters.get(episodeId))),
      };
    },
    observe: async ({ episodeId }) => ({ observation: observe(episodeId, 0), stateDigest: "" }),
    reward: async ({ episodeId, finalize, explain }) => {
      if (finalize && !endings.has(episodeId)) {
        endings.set(episodeId, endingOf("AGENT_STOPPED"));
        book(episodeId, componentOf("slo", 0.5));
      }
      const ending = endings.get(episodeId);
      const told = { ...(ending && { ending }), ...(explain && { explanation: { truth: "counting" } }) };
      return { report: sumOf(books.get(episodeId) ?? []), final: ending !== undefined, ...told };
    },
    fork: async ({ episodeId, childEpisodeIds }) => {
      for (const child of childEpisodeIds) {
        counters.set(child, counters.get(episodeId) ?? 0);
        books.set(child, books.get(episodeId) ?? []);
      }
      return { children: childEpisodeIds.map((child) => ({ episodeId: child, slotId: "toy", stateDigest: "" })) };
    },
    close: async () => ({}),
  };
};

const componentOf = (name: string, value: number): RewardComponent => ({
  name,
  value,
  weight: 1,
  contribution: value,
  status: "SCORED",
  kind: "TERMINAL",
});

const endingOf = (endReason: Ending["endReason"]): Ending => ({
  terminated: true,
  truncated: false,
  endReason,
  sampleValid: true,
  success: true,
  blame: "POLICY",
});

const sumOf = (booked: readonly RewardComponent[]): RewardReport => {
  const total = (name: string) => booked.filter((one) => one.name === name).reduce((sum, { value = 0 }) => sum + value, 0);
  const components = [...new Set(booked.map(({ name }) => name))].map((name) => componentOf(name, total(name)));
  const returnSoFar = booked.reduce((sum, { value = 0 }) => sum + value, 0);
  return { reward: returnSoFar, returnSoFar, components, profile: "toy", profileDigest: digestText("toy") };
};
