import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Qualification } from "../catalogue/qualify.ts";
import { keepVerdicts, type VerdictOf } from "./keep-verdicts.ts";

const play: VerdictOf = { uri: "kubedrill://fleetcast/scale-to-zero?target=deployment/web", seed: "0", breadth: "each" };
const verdict: Qualification = {
  task: play.uri,
  seed: "0",
  visible: true,
  errorShare: 0.5,
  expert: [0.97],
  degenerate: { "no-op": 0 },
  attempts: { accepted: 2, rejected: 4 },
  failures: [],
};

const newFolder = (): string => mkdtempSync(join(tmpdir(), "kubedrill-verdicts-"));

/** Digests of a build in which some folders have changed. */
const partsWith = (changed: readonly string[], common = "1") => ({
  common,
  of: (folder: string) => (changed.includes(folder) ? "new" : "old"),
});

test("a verdict is read while nothing that it depends on has changed", () => {
  const folder = newFolder();
  keepVerdicts(folder, partsWith([])).write(play, verdict);
  const readWith = (...parts: Parameters<typeof partsWith>) => keepVerdicts(folder, partsWith(...parts)).read(play);
  expect(readWith([])).toEqual(verdict);
  expect(readWith(["injectors/service-missing", "charts/train-ticket"])).toEqual(verdict);
  for (const touched of ["injectors/scale-to-zero", "charts/fleetcast"]) expect(readWith([touched])).toBeUndefined();
  expect(readWith([], "2")).toBeUndefined();
});

test("a task of several faults depends on the folders of all", () => {
  const folder = newFolder();
  const both = { ...play, uri: "kubedrill://fleetcast/scale-to-zero+service-missing?target=deployment/web&target=service/api" };
  keepVerdicts(folder, partsWith([])).write(both, verdict);
  for (const fault of ["scale-to-zero", "service-missing"])
    expect(keepVerdicts(folder, partsWith([`injectors/${fault}`])).read(both)).toBeUndefined();
});

test("a verdict for which more was played serves where less is asked, and not the other way round", () => {
  const kept = keepVerdicts(newFolder(), partsWith([]));
  kept.write(play, verdict);
  expect(kept.read({ ...play, breadth: "one" })).toEqual(verdict);
  expect(kept.read({ ...play, breadth: "to the end" })).toBeUndefined();
  expect(kept.read({ ...play, seed: "1" })).toBeUndefined();
});

test("without a folder that can be written nothing is kept and nothing fails", () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const kept = keepVerdicts(file, partsWith([]));
  kept.write(play, verdict);
  expect(kept.read(play)).toBeUndefined();
});
