import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "playwright-core";
import { serveFolders } from "../../cli/viewing/serve-folders.ts";
import { makeTrajectory } from "../../cli/viewing/testing/made-trajectory.ts";
import { bundleViewer } from "../../tooling/bundle-viewer.ts";
import { findChromium } from "../e2e/find-chromium.ts";
import { readOptions } from "../read-options.ts";
import { machineFacts } from "./machine.ts";
import { summarize } from "./stats.ts";

const USAGE = `npm run bench:pages [-- --repeats N]

Measures the size of the viewer's files, and in a Chromium how long its largest pages take from the address until all rows or steps
are drawn: an episode of 200 steps, and a matrix of 1,000 episodes and that one. Each is opened in a new tab.

  --repeats N   tabs for each page (default: 10)
`;

const { repeats } = readOptions(USAGE, { repeats: { type: "string", default: "10" } });

/** Pages with what is drawn last, and how many there are of it. */
const PAGES = [
  { name: "episode of 200 steps", hash: "#/episode/1-1", drawn: ".conversation [data-moment]", count: 201 },
  { name: "matrix of 1,000 episodes", hash: "#/matrix", drawn: "a.tile", count: 1_001 },
];

const report = (name: string, figures: object): void => void process.stdout.write(`${name.padEnd(28)} ${JSON.stringify(figures)}\n`);

const main = async (): Promise<void> => {
  report("machine", machineFacts());
  const files = Object.entries(await bundleViewer());
  for (const [name, body] of files) report(name, kilobytes(body));
  report("all files", kilobytes(Buffer.concat(files.map(([, body]) => body))));
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("the rest needs a Chromium: install one, or name it in KUBEDRILL_TEST_CHROMIUM");
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-pages-"));
  writeRuns(folder);
  const served = await serveFolders([folder], { port: 0, replays: false, open: () => Promise.reject(new Error("nothing is played")) });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    for (const { name, hash, drawn, count } of PAGES) {
      const samples: number[] = [];
      for (let i = 0; i < Number(repeats); i++) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
        samples.push(await drawnAfter(page, `${served.url}${hash}`, { drawn, count }));
        await page.close();
      }
      report(name, { ms: summarize(samples) });
    }
  } finally {
    await browser.close();
    await served.close();
    rmSync(folder, { recursive: true });
  }
};

const kilobytes = (body: Buffer) => ({ kb: inThousands(body.length), gzip_kb: inThousands(gzipSync(body).length) });
const inThousands = (bytes: number): number => Math.round(bytes / 100) / 10;

/** Wall time by the browser's clock from the beginning of the navigation until the frame after all was there, ms. */
const drawnAfter = async (
  page: Page,
  url: string,
  { drawn, count }: { readonly drawn: string; readonly count: number },
): Promise<number> => {
  await page.goto(url, { waitUntil: "commit" });
  return await page.evaluate(
    `new Promise((resolve) => {
      const look = () => document.querySelectorAll(${JSON.stringify(drawn)}).length >= ${count}
        ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        : requestAnimationFrame(look);
      look();
    })`,
  );
};

/** Writes a run of a hundred tasks with ten episodes each, and one with a long episode. */
const writeRuns = (folder: string): void => {
  const many = Array.from({ length: 1_000 }, (_, i) => {
    const task = Math.floor(i / 10);
    const policy = i % 2 === 0 ? "expert" : "random";
    return makeTrajectory({ id: `many-${i}`, problem: `scale-to-zero?target=deployment/d${task}`, policy, seed: `${task}` });
  });
  write(join(folder, "many"), many);
  write(join(folder, "one"), [makeTrajectory({ id: "long", steps: 200, content: LISTING })]);
};

/** An answer as long as a list of the pods of an application. */
const LISTING = Array.from({ length: 30 }, (_, i) => `service-${i}-5d9c7b8f6-x2x9k   1/1     Running   0          12m\n`).join("");

const write = (folder: string, trajectories: readonly object[]): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "trajectories-00000.jsonl"), trajectories.map((one) => `${JSON.stringify(one)}\n`).join(""));
};

await main();
