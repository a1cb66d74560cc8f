import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reply, startTestServer, type TestServer } from "#env/server/testing/test-server.ts";
import { answerLive } from "../../cli/viewing/answer-live.ts";
import { findChromium } from "./find-chromium.ts";

const CHROMIUM = findChromium();
const inBrowser = test.skipIf(CHROMIUM === undefined);

let served: TestServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  served = await startTestServer({ settings: { httpPort: 0, slots: 4 }, makePages: answerLive });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const step = (stepIndex: number, name: string): Reply => ({
  episodeId: "watched",
  stepIndex,
  actions: [{ toolCall: { name, argumentsJson: JSON.stringify({ command: `get pods <b>${stepIndex}</b>` }) } }],
});

inBrowser("the operator opens a server's pages with the token, and follows an episode as it goes (needs Chromium)", async () => {
  const { client, server } = served;
  await page.goto(`http://${server.httpAddress}/`);
  await expect.poll(() => page.locator(".trouble").textContent()).toContain("no token");
  await page.getByLabel("token").fill("wrong-token-0123456789");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".trouble").textContent()).toContain("not one of this server's");
  await page.getByLabel("token").fill(server.operatorToken);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".live-page tbody").textContent()).toContain("no episode is open");
  expect(page.url()).not.toContain(server.operatorToken);

  await client.call("Reset", { episodeId: "watched", task: { taskUri: "kubedrill://toy/one" }, seed: "7", labels: { policy: "mine" } });
  await expect.poll(() => page.locator(".live-page tbody").textContent()).toContain("toy / one");
  expect(await page.locator(".figures").textContent()).toContain("1 of 4");
  await page.getByRole("link", { name: "toy / one" }).click();
  await client.call("Step", step(0, "kubectl"));
  await expect.poll(() => page.locator(".conversation").textContent()).toContain("get pods <b>0</b>");
  // Who comes later sees what was said meanwhile.
  await client.call("Step", step(1, "kubectl"));
  await expect.poll(() => page.locator(".conversation").textContent()).toContain("get pods <b>1</b>");
  await page.setViewportSize({ width: 1280, height: 200 });
  await page.reload();
  await expect.poll(() => page.locator(".conversation .output").count()).toBe(2);
  await expect.poll(() => page.evaluate<boolean>(IS_AT_END)).toBe(true);
  await client.call("Step", step(2, "submit"));
  await expect.poll(() => page.locator(".followed-page .head").textContent()).toContain("AGENT_SUBMITTED");
  await page.goto(`http://${server.httpAddress}/#/matrix`);
  await page.reload();
  await expect.poll(() => page.locator(".matrix").textContent()).toContain("mine");
});

/** Expression that tells whether the end of the last step is in sight, and the page is scrolled for it. */
const IS_AT_END = `(() => {
  const scroll = document.querySelector(".followed-page .scroll");
  const last = [...document.querySelectorAll(".conversation > li")].at(-1).getBoundingClientRect();
  return scroll.scrollTop > 0 && Math.floor(last.bottom) <= innerHeight;
})()`;
