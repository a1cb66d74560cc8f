import type { Page } from "playwright-core";
import type { Index } from "#viewer/protocol.ts";
import { openEngine } from "../../cli/engine/open-engine.ts";
import { serveFolders } from "../../cli/viewing/serve-folders.ts";
import type { Picture } from "./draw-page.ts";

/** Draws the pages about folders. */
export const drawFolders = async (folder: string, draw: (picture: Picture) => Promise<void>): Promise<void> => {
  const served = await serveFolders([folder], { port: 0, replays: true, open: () => openEngine({ parallel: REPLAY_THREADS }) });
  try {
    const { url } = served;
    const index = (await (await fetch(`${url}api/index`)).json()) as Index;
    const [one, ...others] = rolloutsOf(index);
    await draw({ name: "matrix", url: `${url}#/matrix`, ready: "a.tile" });
    await draw({ name: "episode", url: `${url}#/episode/${one}`, ready: ".applied", act: chooseFirstWrite });
    await draw({ name: "compare", url: `${url}#/compare/${[one, ...others].join(",")}`, ready: ".compare tbody tr" });
    await draw({ name: "tasks", url: `${url}#/tasks`, ready: ".tasks-page tbody tr" });
    await draw({ name: "runs", url: `${url}#/runs`, ready: ".runs-page tbody tr" });
  } finally {
    await served.close();
  }
};

/** Threads that play episodes again: one that works, and one that boots. */
const REPLAY_THREADS = 2;

/** Keys of the roll-outs of one incident of a Deployment, the expert's first: of the one that took it longest within what a picture shows. */
const rolloutsOf = ({ episodes }: Index): readonly string[] => {
  const shown = episodes.filter(
    ({ task, policy, success, steps }) =>
      policy === "expert" && success === true && task.includes("target=deployment/") && steps <= STEPS_MAX,
  );
  const first = shown.sort((a, b) => b.steps - a.steps)[0];
  if (first === undefined) throw new Error(`the expert has not succeeded within ${STEPS_MAX} steps in any of the episodes`);
  const others = episodes.filter(({ task, seed, key }) => task === first.task && seed === first.seed && key !== first.key);
  return [first, ...others].slice(0, COLUMNS_MAX).map(({ key }) => key);
};

const STEPS_MAX = 20;
const COLUMNS_MAX = 3;

/** Goes on by keys to the first step that changed an object. */
const chooseFirstWrite = async (page: Page): Promise<void> => {
  const at = await page.locator(".conversation li:has(.applied)").first().getAttribute("data-moment");
  for (let i = 0; i < Number(at); i++) await page.keyboard.press("j");
};
