import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createSimBackend } from "#pool/backends/sim/sim-backend.ts";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import { type FindTargets, type FoundTargets, findTargets } from "../catalogue/find-targets.ts";
import { loadLibrary } from "../catalogue/library.ts";
import { loadApps } from "../catalogue/load-apps.ts";
import { keepTargets } from "./keep-targets.ts";

const [library, apps] = await Promise.all([loadLibrary(), loadApps()]);
const backend = createSimBackend({ apps, room: createMemoryRoom(1), hasPast: false });
const app = apps[0]!;
let found: FoundTargets = {};
let times = 0;
const find: FindTargets = async () => {
  times += 1;
  return found;
};
const newFolder = (): string => mkdtempSync(join(tmpdir(), "kubedrill-targets-"));
const ask = async (folder: string): Promise<FoundTargets> => await keepTargets(folder, find)(library, app, backend);

beforeAll(async () => {
  found = await findTargets(library, app, backend);
  times = 0;
});

test("the targets that one start finds are what the next one reads", async () => {
  const folder = newFolder();
  for (const start of ["first", "second"]) expect(await ask(folder), start).toStrictEqual(found);
  expect(Object.values(found).flatMap(({ targets }) => targets).length).toBeGreaterThan(50);
  expect([times, readdirSync(folder)]).toEqual([1, [`${app.record.name}.json`]]);
});

test("targets of another build are found anew, and so are those of a file that cannot be read", async () => {
  const folder = newFolder();
  const path = join(folder, `${app.record.name}.json`);
  await ask(folder);
  const text = readFileSync(path, "utf8");
  times = 0;
  for (const spoiled of [text.replace("sha256:", "sha256:0"), text.slice(0, -10)]) {
    writeFileSync(path, spoiled);
    expect(await ask(folder)).toStrictEqual(found);
    expect(readFileSync(path, "utf8")).toBe(text);
  }
  expect(times).toBe(2);
});

test("a folder that cannot be made is done without", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  expect(await ask(file)).toStrictEqual(found);
});
