/** Scrape job of the metrics store. */
export type ScrapeJob = "kube-state-metrics" | "kubernetes-cadvisor" | "node-exporter" | "otel-collector" | "app" | "blackbox";

export const SCRAPE_INTERVAL_MS = 15_000;

/** Offset of each job's scrapes, ms, as Prometheus spreads its load. */
const OFFSETS_MS: Readonly<Record<ScrapeJob, number>> = {
  "kube-state-metrics": 1_843,
  "kubernetes-cadvisor": 4_210,
  "node-exporter": 6_377,
  "otel-collector": 8_051,
  app: 10_562,
  blackbox: 12_904,
};

/** Instants of a job's scrapes in [fromMs, toMs], oldest first; with `newestOnly` the last of them alone. */
export const scrapeInstants = (job: ScrapeJob, fromMs: number, toMs: number, newestOnly = false): readonly number[] => {
  const offset = OFFSETS_MS[job];
  const last = Math.floor((toMs - offset) / SCRAPE_INTERVAL_MS) * SCRAPE_INTERVAL_MS + offset;
  if (last < fromMs) return [];
  if (newestOnly) return [last];
  const count = Math.min(SCRAPES_MAX, Math.floor((last - fromMs) / SCRAPE_INTERVAL_MS) + 1);
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * SCRAPE_INTERVAL_MS);
};

/** Number of the stretch of time that an instant is in; stretches end where counters of requests are scraped. */
export const scrapeCut = (atMs: number): number => {
  const sinceMs = atMs - FIRST_CUT_MS;
  const interval = Math.floor(sinceMs / SCRAPE_INTERVAL_MS);
  return 2 * interval + (sinceMs - interval * SCRAPE_INTERVAL_MS >= SECOND_CUT_MS ? 1 : 0);
};

/** Virtual time at which a stretch ends and the next one begins, ms. */
export const nextScrapeCut = (cut: number): number => {
  const next = cut + 1;
  const isSecond = (next & 1) !== 0;
  return FIRST_CUT_MS + ((next - (isSecond ? 1 : 0)) / 2) * SCRAPE_INTERVAL_MS + (isSecond ? SECOND_CUT_MS : 0);
};

const FIRST_CUT_MS = OFFSETS_MS["otel-collector"];
const SECOND_CUT_MS = OFFSETS_MS["app"] - FIRST_CUT_MS;

/** Maximum number of scrapes: two days, longer than any world runs. */
const SCRAPES_MAX = 11_520;
