import { KubedrillError } from "#clients/typescript/index.ts";
import { parseJson } from "#core/parse-json.ts";
import type { ActionResult } from "#env/host/episode-protocol.ts";
import type { ConductedApp, ConductedEpisode, TelemetryAnswer } from "#env/server/conductor-http/conducted-episode.ts";
import type { ProgramEpisode } from "../agents/play-by-program.ts";

/** Gives a conductor its episode: each command is a step, and telemetry is asked for at the episode's addresses. */
export const conductEpisode = ({ episodeId, host, access }: ProgramEpisode, { app, followsClock }: ConductFacts): OwnEpisode => {
  const inTurn = createQueue();
  let stepIndex = 0;
  let isOver = false;
  let workedMs: number | undefined;
  const ask: ConductedEpisode["ask"] = async ({ api, path, params }) => {
    const url = { prometheus: access.prometheusUrl, loki: access.lokiUrl, jaeger: access.jaegerUrl }[api];
    return isOver ? OVER_ANSWER : await get(`${url}${path}?${new URLSearchParams(params)}`, access.token);
  };
  /** Brings the world to where the clock is, as any request does. */
  const catchUp = async (): Promise<void> => {
    if (followsClock) await ask({ api: "prometheus", path: "/-/ready", params: {} });
  };
  const step = (name: string, args: Readonly<Record<string, unknown>>): Promise<Pick<ActionResult, "content" | "status">> =>
    inTurn(async () => {
      await catchUp();
      if (isOver) return OVER_RESULT;
      try {
        const actions = [{ body: { kind: "tool" as const, name, argumentsJson: JSON.stringify(args) } }];
        const { results, ending } = await host.step({ episodeId, stepIndex, actions });
        stepIndex += 1;
        isOver = ending !== undefined;
        return results[0] ?? OVER_RESULT;
      } catch (cause) {
        if (!(cause instanceof KubedrillError) || !OVER_REASONS.has(cause.reason)) throw cause;
        isOver = true;
        return OVER_RESULT;
      }
    });
  return {
    app,
    isOver: () => isOver,
    kubectl: async (command) => (await step("kubectl", { command })).content,
    undo: async () => (await step("undo", {})).content,
    undoable: async () => (await step("undo", { list: true })).content.trim(),
    ask: (request) => inTurn(() => ask(request)),
    diagnose: async (text) => void (await step("submit_diagnosis", { text })),
    mitigate: async () => {
      await inTurn(catchUp);
      if (!isOver) workedMs = (await host.observe({ episodeId, views: [{ name: "text" }] })).observation.virtualMs;
      await step("submit_mitigation", {});
    },
    workedMs: () => workedMs,
  };
};

/** An episode of this process. */
interface OwnEpisode extends ConductedEpisode {
  /** Virtual time at which the repair was submitted, ms; undefined: it was not. */
  workedMs(): number | undefined;
}

/** Facts of an episode that its agent is told, and how its time passes. */
export interface ConductFacts {
  readonly app: ConductedApp;
  readonly followsClock: boolean;
}

/** Runs what is asked for one after the other. */
const createQueue = (): (<T>(run: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };
};

const get = async (url: string, token: string): Promise<TelemetryAnswer> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  return { status: response.status, body: parseJson(text) ?? text };
};

const OVER = "The episode has ended.";
const OVER_RESULT = { status: "SKIPPED", content: OVER } as const;
const OVER_ANSWER: TelemetryAnswer = { status: 503, body: OVER };
const OVER_REASONS: ReadonlySet<string> = new Set(["EPISODE_ENDED", "EPISODE_UNKNOWN"]);
