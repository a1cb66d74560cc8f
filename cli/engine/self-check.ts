import { CATALOGUE_SEED } from "#env/catalogue/catalogue-protocol.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import type { RunningServer } from "#env/server/serve.ts";
import { toEpisodeLine } from "../output/episode-line.ts";
import { appOf } from "../tasks/choose-tasks.ts";
import type { Engine } from "./engine.ts";
import { openEngine } from "./open-engine.ts";

/** Result of one expert episode that was played over a server's own gRPC API. */
export interface SelfCheck {
  readonly passed: boolean;
  readonly task: string;
  readonly return?: number;
  readonly steps: number;
  /** Wall time from Reset to Close. */
  readonly ms: number;
  /** One sentence on what happened. */
  readonly says: string;
}

const RETURN_MIN = 0.9;

/** Plays one expert episode on a server. The first look-ups warm what every later episode uses. */
export const checkServer = async ({ ownAddress, operatorToken }: RunningServer, open: OpenHost | undefined): Promise<SelfCheck> => {
  const engine = await openEngine({ server: ownAddress, token: operatorToken, ...(open && { open }) });
  try {
    const taskUri = await findEasyTask(engine);
    const recording = await engine.play({ episodeId: "self-check", taskUri, seed: CATALOGUE_SEED, policy: "answer-key" });
    const line = toEpisodeLine(recording, "answer-key");
    const ms = Math.round(recording.wallMs ?? 0);
    const passed = line.sample_valid && (line.return ?? 0) >= RETURN_MIN;
    const says = `the expert earned ${line.return ?? "no valid score"} on ${taskUri} (${line.end_reason})`;
    return { passed, task: line.task, ...(line.return === undefined ? {} : { return: line.return }), steps: line.steps, ms, says };
  } finally {
    await engine.close();
  }
};

/**
 * URI of the easiest task with one fault that users notice, the first of the catalogue's order, of the app with the fewest: whoever
 * starts a server waits for it to boot.
 */
const findEasyTask = async ({ listTasks }: Engine): Promise<string> => {
  const tasks = await listTasks({ tagsAll: ["single-fault", "visible"] });
  const apps = [...Map.groupBy(tasks, ({ uri }) => appOf(uri)).values()];
  const [first, ...others] = apps.toSorted((a, b) => a.length - b.length)[0] ?? [];
  if (first === undefined) throw new Error("the server offers no task with one visible fault to check itself with");
  return others.reduce((easiest, task) => (task.difficulty < easiest.difficulty ? task : easiest), first).uri;
};
