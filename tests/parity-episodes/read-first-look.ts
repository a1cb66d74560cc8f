import type { Episode } from "#env/loop/episode.ts";
import { renderObservation } from "#env/loop/render-observation.ts";
import { writeFirstMessage } from "#env/loop/write-first-message.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import { REPORTS, reportOf } from "#problems/first-message.ts";
import type { EpisodeAccount } from "./account.ts";
import { componentOf } from "./component-of.ts";

/**
 * Reads what an agent that comes now is shown at first: what it is called for in each of the ways in which episodes begin, the alerts
 * with the time since when, and the events since the injection with their ages.
 */
export const readFirstLook = async (episode: Episode, library: OpenHost["library"]): Promise<NonNullable<EpisodeAccount["firstLook"]>> => {
  const { incident, slot } = episode;
  const nowMs = slot.admin.clock.nowMs();
  const { app } = incident.baseline;
  const requests = [{ name: "alerts" }, { name: "events", params: { limit: EVENTS_MAX } }];
  const { views } = await renderObservation(episode, requests, library);
  const [alerts, events] = views.map(({ body }) => JSON.parse(body)) as [readonly SeenAlert[], readonly SeenEvent[]];
  const ageS = (at: string): number => Math.round((nowMs - Date.parse(at)) / 1_000);
  const look: Record<string, number | string> = {};
  for (const { name, state, labels, active_at: since } of alerts) {
    const subject = SUBJECTS.map((label) => labels[label]).find((value) => value !== undefined) ?? "";
    if (state === "firing" && since !== undefined) look[`alert ${name} ${componentOf(subject, app)}`] ??= ageS(since);
  }
  for (const { at, reason, object } of events) {
    const [kind = "", name = ""] = object.split("/");
    if (Date.parse(at) >= incident.injectedMs - SECOND_MS) look[`event ${componentOf(name, app)} ${kind} ${reason}`] ??= ageS(at);
  }
  for (const [index, rootSeed] of REPORT_SEEDS.entries()) {
    const message = await writeFirstMessage({ ...incident, slot, rootSeed, startMs: nowMs });
    look[`report ${index + 1}`] = (message.split("\n").at(-1) ?? "").replace(/^\S+ UTC\. /, "").replaceAll(/\d+/g, "N");
  }
  return look;
};

/** Number of events that are read: more than one episode has. */
const EVENTS_MAX = 500;

/** The API tells time in seconds. */
const SECOND_MS = 1_000;

const SUBJECTS: readonly string[] = ["deployment", "statefulset", "service_name", "pod"];

/** A seed for each of the ways in which episodes begin. */
const REPORT_SEEDS: readonly string[] = REPORTS.map(
  (report) => Array.from({ length: 99 }, (_, i) => `${i}`).find((seed) => reportOf(seed) === report) ?? "",
);

interface SeenAlert {
  readonly name: string;
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly active_at?: string;
}

interface SeenEvent {
  readonly at: string;
  readonly reason: string;
  readonly object: string;
}
