import { once } from "node:events";
import { defineCommand } from "../../command.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { untilInterrupted } from "../../errors/until-interrupted.ts";
import { wholeNumber } from "../../options/option-values.ts";

interface ViewOptions {
  readonly port: number;
  readonly open?: boolean;
  readonly recorded?: boolean;
}

export default defineCommand<ViewOptions>({
  name: "view",
  summary: "look at data sets and evaluations in a browser",
  description:
    "Serves pages about the episodes in folders that dataset and eval --out have written, and in folders below them: a matrix of returns, each episode on one time axis, roll-outs of one incident side by side, the catalogue of faults. It listens on this machine alone, prints the address, and goes on until Ctrl-C; what is written meanwhile appears when a page is loaded again. An episode that is opened is played again once, for what its record does not hold: alerts, signals, replicas, and the objects that each step changed.",
  args: [{ name: "folders...", description: "data sets, evaluations, .jsonl files of trajectories, or folders of these" }],
  options: [
    {
      flags: "--port <n>",
      description: "port of 127.0.0.1; 0: any free one",
      fallback: 0,
      parse: wholeNumber("--port", 0, 65_535),
    },
    { flags: "--open", description: "open the browser, too" },
    { flags: "--recorded", description: "play nothing again: show what the records hold" },
  ],
  examples: [
    { command: "view expert-100", says: "a data set" },
    { command: "view results-before results-after --open", says: "two evaluations in one matrix" },
    { command: "view runs --port 8080 --recorded", says: "all that is in a folder, without playing episodes again" },
  ],
  doing: (_options, folders) => `looking for episodes in ${folders.join(", ")}`,
  run: async ({ port, open, recorded }, output, folders) => {
    const { serveFolders } = await import("../../viewing/serve-folders.ts");
    const opening = serveFolders(folders, { port, replays: recorded !== true, open: () => openEngine({ parallel: REPLAY_THREADS }) });
    const pages = await opening.catch((error: unknown) => {
      throw explain(error, port);
    });
    output.emit({ event: "ready", url: pages.url, episodes: pages.episodes });
    output.print(`${pages.episodes} episodes are shown at ${pages.url} until Ctrl-C`);
    if (open === true) await (await import("../../viewing/open-browser.ts")).openBrowser(pages.url, output);
    await untilInterrupted((signal) => once(signal, "abort"));
    await pages.close();
    return EXIT_CODES.ok.code;
  },
});

/** Worlds live in a thread of their own, so that pages are answered while one boots. */
const REPLAY_THREADS = 2;

const explain = (error: unknown, port: number): unknown =>
  error instanceof Error && /EADDRINUSE|EACCES/.test(error.message)
    ? new CliError(`port ${port} cannot be had: ${error.message}; leave out --port for any free one`, "unavailable")
    : error;
