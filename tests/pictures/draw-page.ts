import type { Page } from "playwright-core";

/** A page and what of it is drawn. */
export interface Picture {
  readonly name: string;
  readonly url: string;
  /** Selector of what is there when the page is drawn whole. */
  readonly ready: string;
  /** Does something on the page first, such as choosing a step. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Draws a page into a PNG file, which ends below its content if that is shorter than the window. */
export const drawPage = async (page: Page, { url, ready, act }: Picture, file: string): Promise<void> => {
  await page.goto(url);
  await page.reload();
  await page.locator(ready).first().waitFor({ timeout: PATIENCE_MS });
  await act?.(page);
  // Whatever was begun by the last event is drawn by the second frame.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const { width, height } = page.viewportSize()!;
  const end = await page.evaluate<number>(END_OF_CONTENT);
  await page.screenshot({ path: file, clip: { x: 0, y: 0, width, height: Math.min(height, Math.ceil(end) + MARGIN_PX) } });
};

/** A replay of an incident that nobody played on this machine takes its time. */
const PATIENCE_MS = 180_000;
const MARGIN_PX = 12;

/** Expression for the lowest end of what has a text or a colour of its own. */
const END_OF_CONTENT = `Math.max(...[...document.querySelectorAll("main table, main ol, main p, main dl, main .panel, main .left")].map((one) => one.getBoundingClientRect().bottom))`;
