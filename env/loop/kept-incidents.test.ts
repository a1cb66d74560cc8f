import { expect, test } from "vitest";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import type { Task } from "#problems/task.ts";
import type { Incident } from "./incident.ts";
import { createIncidentsAhead } from "./incidents-ahead.ts";
import { createKeptIncidents, type TaskIncident } from "./kept-incidents.ts";

const task = (uri: string, noise?: string): Task => ({ uri, digest: "1", noise, faults: [{ candidates: [0] }] }) as unknown as Task;
const wanted = (uri: string, number = 0): TaskIncident => ({ task: task(uri), drawn: { number, seed: `${number}` } });

const create = (bytesMax: number) => {
  const made: string[] = [];
  const forgotten: string[] = [];
  const kept = createKeptIncidents(async (asked) => {
    made.push(`${asked.task.uri}${asked.drawn.number}`);
    if (asked.task.uri === "broken") throw new Error("no symptom");
    return {
      task: asked.task,
      seed: asked.drawn.seed,
      noise: asked.task.noise === undefined ? [] : [asked.task.noise],
      bytes: 10,
      slot: { baseline: {}, forgetCourse: () => forgotten.push(`${asked.task.uri}${asked.drawn.number}`) },
    } as unknown as Incident;
  }, createMemoryRoom(bytesMax));
  return { kept, made, forgotten };
};

test("an incident is made once while it is kept, also when it is asked for while it is being made", async () => {
  const { kept, made } = create(100);
  const [first, second] = await Promise.all([kept.get(wanted("a")), kept.get(wanted("a"))]);
  expect(second).toBe(first);
  expect(await kept.get(wanted("a"))).toBe(first);
  expect(await kept.get(wanted("a", 1))).not.toBe(first);
  expect(made).toEqual(["a0", "a1"]);
});

test("beyond the bound the least recently used ones go, and never the newest", async () => {
  const { kept, forgotten } = create(25);
  for (const uri of ["a", "b", "a", "c"]) await kept.get(wanted(uri));
  expect(forgotten).toEqual(["b0"]);
  expect(["a", "b", "c"].map((uri) => kept.has(wanted(uri)))).toEqual([true, false, true]);
  expect(kept.hasRoom()).toBe(true);
  const tiny = create(1).kept;
  for (const uri of ["a", "b"]) await tiny.get(wanted(uri));
  expect(["a", "b"].map((uri) => tiny.has(wanted(uri)))).toEqual([false, true]);
  expect(tiny.hasRoom()).toBe(false);
});

test("the baseline of incidents goes after all of them, however long ago it was leased", async () => {
  const [room, baseline, gone] = [createMemoryRoom(50), {}, [] as string[]];
  room.keep(baseline, { kind: "variants", bytes: 30, drop: () => gone.push("baseline") });
  const slot = { baseline, forgetCourse: () => gone.push("incident") };
  const kept = createKeptIncidents(async () => ({ noise: [], bytes: 10, slot }) as unknown as Incident, room);
  for (const uri of ["a", "b", "a"]) await kept.get(wanted(uri));
  room.keep({}, { kind: "variants", bytes: 50, drop: () => undefined });
  expect(gone).toEqual(["incident", "incident", "baseline"]);
});

test("one that cannot be made is not kept, and takes no room", async () => {
  const { kept, made } = create(10);
  await expect(kept.get(wanted("broken"))).rejects.toThrow("no symptom");
  await expect(kept.get(wanted("broken"))).rejects.toThrow("no symptom");
  expect(made).toEqual(["broken0", "broken0"]);
  expect(kept.hasRoom()).toBe(true);
});

test("seeds share an incident unless something is drawn while the agent works", async () => {
  const { kept } = create(100);
  const quiet = await kept.get(wanted("a"));
  expect(quiet.for("5")).toBe(quiet.for("6"));
  const noisy = await kept.get({ task: task("a?noise=pod-kill", "pod-kill"), drawn: { number: 0, seed: "0" } });
  expect([noisy.for("5").seed, noisy.for("6").seed]).toEqual(["5", "6"]);
  expect(noisy.for("5")).toBe(noisy.for("5"));
});

test("announced incidents are made first, then the others of the task that was used last", async () => {
  const { kept } = create(1_000);
  const ahead = createIncidentsAhead();
  for (const uri of ["a", "b"]) {
    ahead.begun(wanted(uri, 2));
    await kept.get(wanted(uri, 2));
  }
  ahead.expected(wanted("c", 7));
  ahead.expected(wanted("b", 2));
  const made: string[] = [];
  for (let next = ahead.next(kept); next !== undefined; next = ahead.next(kept)) {
    made.push(`${next.task.uri}${next.drawn.number}`);
    await kept.get(next);
  }
  const others = [0, 1, 3, 4, 5, 6, 7];
  expect(made).toEqual(["c7", ...others.map((number) => `b${number}`), ...others.map((number) => `a${number}`)]);
});

test("a task whose incident cannot be made is left alone until it is used again", () => {
  const { kept } = create(1_000);
  const ahead = createIncidentsAhead();
  ahead.begun(wanted("a", 2));
  ahead.leaveAlone(task("a"));
  expect(ahead.next(kept)).toBeUndefined();
  ahead.begun(wanted("a", 2));
  expect(ahead.next(kept)?.task.uri).toBe("a");
});
