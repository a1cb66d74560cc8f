import type { ToolCall } from "#core/tool-call.ts";
import type { Ending, EpisodeHost, RewardComponent } from "#env/host/episode-protocol.ts";
import { actionOf } from "#env/host/play-episode.ts";
import type { EpisodeScript, ScriptStep } from "./episode-script.ts";

/** Record of a played script. */
export interface PlayedScript {
  readonly success: boolean;
  readonly return: number;
  readonly components: readonly RewardComponent[];
  /** Calls that failed, or did not although they should, with their answers. */
  readonly unexpected: readonly string[];
  /** Name that the engineer looked for in vain; missing: all steps were made. */
  readonly loss?: string;
  /** All calls with their answers. */
  readonly transcript: string;
}

/** Conditions under which a script is played. */
interface Conditions {
  readonly seed: string;
  /** Missing: the seed draws one. */
  readonly variant?: string;
  /** `kubectl`: without tools that ask telemetry; missing: with all tools. */
  readonly toolProfile?: "kubectl";
}

/** Plays a script's steps in turn and says that the work is done; an engineer at a loss says so at once. */
export const playScript = async (
  host: EpisodeHost,
  { app, task, steps }: EpisodeScript,
  { seed, variant, toolProfile }: Conditions,
): Promise<PlayedScript> => {
  const episodeId = "script";
  // A script finds what is wrong by fixed patterns, which harmless forms of the same thing fit, too.
  const suffix = `${task.includes("?") ? "&" : "?"}twins=none${variant === undefined ? "" : `&variant=${variant}`}`;
  const taskUri = `kubedrill://${app}/${task}${suffix}`;
  const reset = await host.reset({ episodeId, taskUri, seed, limits: {}, views: [], ...(toolProfile && { toolProfile }) });
  const known = new Map([["namespace", /namespace "(.+?)"/.exec(reset.task.instruction)?.[1] ?? ""]]);
  const said = [reset.observation.views[0]?.body ?? ""];
  const unexpected: string[] = [];
  let ending: Ending | undefined;
  const call = async (asked: ToolCall, fails = false): Promise<string> => {
    const outcome = await host.step({ episodeId, stepIndex: said.length - 1, actions: [actionOf(asked)] });
    const { status, content } = outcome.results[0] ?? { status: "SKIPPED", content: "" };
    said.push(`$ ${asked.name} ${JSON.stringify(asked.arguments)}\n${content}`);
    if ((status !== "OK") !== fails) unexpected.push(said.at(-1) ?? "");
    ending = outcome.ending;
    return content;
  };
  const tools = new Set(reset.tools.map(({ name }) => name));
  const loss = await makeSteps(
    steps.flatMap((step) => (tools.has(step.call.name) ? [step] : step.otherwise)),
    known,
    call,
  );
  await call({ name: "submit_mitigation", arguments: {} });
  const { report } = await host.reward({ episodeId, finalize: true, explain: false });
  await host.close({ episodeId });
  return {
    success: ending?.success === true,
    return: report.reward ?? Number.NaN,
    components: report.components,
    unexpected,
    ...(loss === undefined ? {} : { loss }),
    transcript: said.join("\n"),
  };
};

/** Makes the steps in turn; returns what was looked for in vain. */
const makeSteps = async (
  steps: readonly ScriptStep[],
  known: Map<string, string>,
  call: (asked: ToolCall, fails: boolean) => Promise<string>,
): Promise<string | undefined> => {
  for (const step of steps) {
    const asked = fillIn(step.call, known);
    if (typeof asked === "string") return asked;
    const content = await call(asked, step.fails);
    for (const [name, written] of Object.entries(step.find)) {
      const pattern = written.replace(FOUND, (_, wanted: string) => (known.get(wanted) ?? "").replace(/[^\w-]/g, "\\$&"));
      const found = new RegExp(pattern, "m").exec(content)?.[1];
      if (found === undefined) return `${name}: /${pattern}/ in the answer to ${JSON.stringify(asked.arguments)}`;
      known.set(name, found);
    }
  }
  return undefined;
};

/** Place of something found before. */
const FOUND = /\$\{(\w+)\}/g;

/** The call with everything found filled in, or the first name that nothing was found for. */
const fillIn = (call: ToolCall, known: ReadonlyMap<string, string>): ToolCall | string => {
  const text = JSON.stringify(call);
  const missing = [...text.matchAll(FOUND)].map(([, name = ""]) => name).find((name) => !known.has(name));
  return missing ?? (JSON.parse(text.replace(FOUND, (_, name: string) => JSON.stringify(known.get(name)).slice(1, -1))) as ToolCall);
};
