import { describe, expect, test } from "vitest";
import type { ToolCall } from "#core/tool-call.ts";
import { beginAttempt } from "#env/catalogue/attempt-episode.ts";
import { boundOfReturn, cannotBeRepaired } from "#env/catalogue/certain-verdicts.ts";
import { loadPolicies } from "#env/catalogue/load-policies.ts";
import { qualifyTask } from "#env/catalogue/qualify.ts";
import { expertCalls, waysOf } from "#env/loop/incident.ts";
import { openHost } from "#env/open/open-host.ts";
import { sample } from "../sample.ts";

const open = await openHost();
const policies = await loadPolicies();
const apps = open.apps.map(({ record }) => record.name);
const some = apps.flatMap((app) => {
  const all = open.catalogue.list({ splits: ["train", "eval", "holdout"], tagsAll: ["single-fault", `app:${app}`] });
  return [all[0], all[Math.floor(all.length / 2)]].flatMap((task) => (task === undefined ? [] : [task.uri]));
});
const tasks = sample(some, { what: "tasks whose attempts are stopped and played to the end", most: 1 });

describe.each(tasks)("%s", (uri) => {
  test("an attempt that is stopped when its verdict is certain has the verdict of one that is graded", async () => {
    const stopped = await qualifyTask(open, uri, "2", { policies, breadth: "each" });
    const graded = await qualifyTask(open, uri, "2", { policies, breadth: "to the end" });
    expect(stopped.failures.map(nameOf)).toEqual(graded.failures.map(nameOf));
    expect(stopped.expert).toEqual(graded.expert);
    expect(stopped.attempts).toEqual(graded.attempts);
    for (const [id, earned] of Object.entries(graded.degenerate)) expect(stopped.degenerate[id], id).toBeGreaterThanOrEqual(earned);
  });

  test("a repair is never called certain to fail", async () => {
    const incident = await open.incidents.get(open.catalogue.taskOf(uri), "2");
    const ways = Array.from({ length: waysOf(incident) }, (_, way) => expertCalls(incident, way).slice(0, -1));
    const accepted = incident.faults.flatMap(({ injector, params }) => injector.accepts(params, incident.baseline));
    for (const calls of [...ways, ...accepted.map((attempt): readonly ToolCall[] => attempt.calls)]) {
      const { episode, play } = beginAttempt({ open, incident, seed: "2" });
      await play(calls);
      expect(await cannotBeRepaired(episode), JSON.stringify(calls)).toBe(false);
      expect(await boundOfReturn(episode, calls), JSON.stringify(calls)).toBeUndefined();
    }
  });
});

/** The attempt or policy that a sentence complains of. */
const nameOf = (failure: string): string => failure.slice(0, failure.search(/ (?:earns|is|counts|cannot)\b/));
