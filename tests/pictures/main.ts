/** Draws the pictures of `docs/viewing.md` anew, from folders of evaluations and from a server that plays the beginnings of their episodes. */
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "../e2e/find-chromium.ts";
import { readOptions } from "../read-options.ts";
import { drawFolders } from "./draw-folders.ts";
import { drawLive } from "./draw-live.ts";
import { drawPage, type Picture } from "./draw-page.ts";

const USAGE = `npm run pictures -- --from FOLDER [--only NAMES] [--out FOLDER] [--dark]

Draws the pictures of docs/viewing.md in a Chromium. The folder has evaluations or data sets in which several policies played the same
tasks, the expert among them.

  --from FOLDER   such as results, after: kubedrill eval --suite sregym --policy expert --out results/expert
  --only NAMES    some pictures, with commas between: matrix,episode,compare,tasks,runs,live,followed
  --out FOLDER    where to write them (default: docs/viewing)
  --dark          as they are where the reader's system is dark
`;

const { from, only, out, dark } = readOptions(USAGE, {
  from: { type: "string" },
  only: { type: "string" },
  out: { type: "string", default: join(import.meta.dirname, "../../docs/viewing") },
  dark: { type: "boolean" },
});

const main = async (): Promise<void> => {
  const executablePath = findChromium();
  if (from === undefined || executablePath === undefined) throw new Error(`--from and a Chromium are needed\n\n${USAGE}`);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: dark === true ? "dark" : "light" });
    const page = await context.newPage();
    const isWanted = ({ name }: Pick<Picture, "name">): boolean => only === undefined || only.split(",").includes(name);
    const draw = async (picture: Picture): Promise<void> => {
      if (!isWanted(picture)) return;
      await drawPage(page, picture, join(out, `${picture.name}.png`));
      process.stdout.write(`${picture.name}.png\n`);
    };
    await drawFolders(from, draw);
    if (isWanted({ name: "live" }) || isWanted({ name: "followed" })) await drawLive(from, draw);
  } finally {
    await browser.close();
  }
};

await main();
