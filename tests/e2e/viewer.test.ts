import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trajectory } from "../../cli/trajectories/trajectory.ts";
import { type ServedFolders, serveFolders } from "../../cli/viewing/serve-folders.ts";
import { makeTrajectory } from "../../cli/viewing/testing/made-trajectory.ts";
import { findChromium } from "./find-chromium.ts";

const CHROMIUM = findChromium();
const inBrowser = test.skipIf(CHROMIUM === undefined);

const HOSTILE = "<img src=x onerror=\"window.hurt=1\"><script>window.hurt=1</script> & 'quoted'";

let pages: ServedFolders;
let browser: Browser;
let page: Page;
const troubles: string[] = [];

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "viewer-"));
  write(join(folder, "many"), manyTrajectories());
  write(join(folder, `odd ${HOSTILE.replaceAll("/", "-")}`), [
    makeTrajectory({ id: "long", steps: 200, problem: "healthy" }),
    makeTrajectory({ id: HOSTILE, content: HOSTILE, policy: HOSTILE, problem: `healthy?target=${HOSTILE}`, seed: "8" }),
    // A record that the index takes, and that lacks what its format promises.
    { ...makeTrajectory({ id: "lacking", seed: "9" }), steps: [{}] as unknown as Trajectory["steps"] },
  ]);
  pages = await serveFolders([folder], { port: 0, replays: false, open: () => Promise.reject(new Error("nothing is played here")) });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const write = (folder: string, trajectories: readonly object[]): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "trajectories-00000.jsonl"), trajectories.map((one) => `${JSON.stringify(one)}\n`).join(""));
};

/** A hundred tasks with two policies of five samples each; the policies agree on most. */
const manyTrajectories = (): readonly Trajectory[] =>
  Array.from({ length: 1000 }, (_, i) => {
    const task = Math.floor(i / 10);
    const policy = i % 2 === 0 ? "expert" : "random";
    const total = policy === "expert" ? 0.9 : task === 42 ? -0.5 : 0.8;
    return makeTrajectory({ id: `many-${i}`, problem: `scale-to-zero?target=deployment/d${task}`, policy, total, seed: `${task}` });
  });

const open = async (hash: string): Promise<void> => {
  await page.goto(`${pages.url}${hash}`);
  await page.reload();
};
const count = (selector: string): Promise<number> => page.locator(selector).count();

inBrowser("a thousand episodes are in the matrix, the task on which policies differ most first (needs Chromium)", async () => {
  await open("#/matrix?app=hotel-reservation");
  await expect.poll(() => count("a.tile")).toBe(1003);
  const first = page.locator(".matrix tbody tr").first();
  expect(await first.textContent()).toContain("deployment/d42");
  await page.keyboard.press("/");
  await page.keyboard.type("d17 expert");
  await expect.poll(() => count("a.tile")).toBe(5);
  expect(page.url()).toContain("text=d17+expert");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("#/episode/0-171");
});

inBrowser(
  "an episode of two hundred steps is walked through by keys, and pointing at one track shows the moment in all (needs Chromium)",
  async () => {
    await open("#/episode/1-1");
    await expect.poll(() => count(".conversation [data-moment]")).toBe(201);
    expect(await page.locator(".conversation [data-moment='1'] h3").textContent()).toContain("12.3 + 0.1 s, 4012 + 210 tokens");
    for (let i = 0; i < 5; i++) await page.keyboard.press("j");
    await page.keyboard.press("k");
    await expect.poll(() => page.locator(".conversation .now").getAttribute("data-moment")).toBe("4");
    expect(await page.locator(".tracks").textContent()).toContain("4 of 200");
    expect(await page.locator(".conversation .requests").allTextContents()).toEqual([
      expect.stringContaining("PATCH /apis/apps/v1/x?y=z → 200"),
    ]);
    const box = (await page.locator(".tracks").boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 8);
    await expect.poll(() => page.locator(".conversation .now").getAttribute("data-moment")).not.toBe("4");
    await page.getByRole("button", { name: "grading" }).click();
    expect(await page.locator(".grading").textContent()).toContain("0 of 1");
    await page.getByRole("button", { name: "facts" }).click();
    await expect
      .poll(() => page.locator(".facts").textContent())
      .toContain("kubedrill play --task kubedrill://hotel-reservation/healthy --seed 7");
    for (const drawn of ["variantv3", "noisenone", "decoysprompt-text", "twinsservice/geo-blue"])
      expect(await page.locator(".facts").textContent()).toContain(drawn);
  },
);

inBrowser("roll-outs of an incident are compared, and catalogue and runs are pages, too (needs Chromium)", async () => {
  await open("#/compare/0-1,0-2,0-3");
  await expect.poll(() => count(".compare tbody tr")).toBe(2);
  expect(await page.locator(".compare-page").textContent()).toContain("the same states as long as all go on");
  await open("#/runs");
  await expect.poll(() => count(".runs-page tbody tr")).toBe(2);
  await open("#/tasks");
  await expect.poll(() => page.locator(".trouble").textContent()).toBe("nothing is played here");
  troubles.splice(0); // the console tells of the answer that this one was about
});

inBrowser("recorded text is text, whatever is in it, and a damaged record is told of (needs Chromium)", async () => {
  for (const hash of ["#/episode/1-2", "#/compare/1-2", "#/runs", "#/matrix"]) {
    await open(hash);
    await expect.poll(() => page.locator("main").textContent()).toContain("onerror");
  }
  expect(await page.evaluate("window.hurt")).toBeUndefined();
  expect(troubles).toEqual([]);
  await open("#/episode/1-3");
  await expect.poll(() => page.locator(".trouble").textContent()).toContain("something is missing in the record");
});
