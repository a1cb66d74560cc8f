import type { Slot } from "#pool/backend.ts";
import { SCRAPE_INTERVAL_MS, type ScrapeJob, scrapeInstants } from "#sim/telemetry/metrics/scrape.ts";

/** Lets time pass until the next scrape of a job. @returns its instant, virtual ms */
export const toScrape = async ({ admin: { clock } }: Slot, job: ScrapeJob): Promise<number> => {
  const nowMs = clock.nowMs();
  const [atMs = nowMs] = scrapeInstants(job, nowMs + 1, nowMs + SCRAPE_INTERVAL_MS);
  await clock.sleep(atMs - nowMs);
  return atMs;
};
