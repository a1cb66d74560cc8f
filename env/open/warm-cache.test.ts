import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { beginWarmCache } from "./make-warm-cache.ts";
import { openHost } from "./open-host.ts";
import { openWarmCache } from "./warm-cache.ts";

const newFolder = (): string => mkdtempSync(join(tmpdir(), "kubedrill-warm-"));
const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
const timesOf = (folder: string) => filesOf(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);

const folder = newFolder();

/** Standard forms of all applications, since targets are looked for in them, and one of these with its fixtures. */
beforeAll(async () => {
  const work = await beginWarmCache(folder, ["fleetcast"]);
  expect(() => openWarmCache(folder)).toThrow("never finished");
  for await (const { variant } of work.make()) if (variant === "standard") break;
  expect(work.variants).toBeGreaterThan(10);
  expect(work.end().worlds).toBe(openWarmCache(folder).worlds);
});

test("a host takes its worlds from the cache, boots what is not in it, and leaves it as it was", async () => {
  const before = timesOf(folder);
  const own = new Map<string, unknown>();
  const worlds = { read: () => undefined, write: (name: string, world: unknown) => void own.set(name, world) };
  const { backend, library, worldSources } = await openHost({ warmCache: folder, worlds, find: openWarmCache(folder).find });
  const request = { app: "fleetcast", scope: "namespace", rights: "namespace", seed: "1" } as const;
  await backend.lease({ ...request, variant: "standard" });
  for (const fixture of library.fixtures) await backend.lease({ ...request, variant: "standard", fixtures: [fixture] });
  expect({ ...worldSources(), own: [...own.keys()] }).toEqual({ warm: 1 + furnished(), boot: 0, own: [] });
  await backend.lease({ ...request, variant: "1" });
  expect({ ...worldSources(), own: [...own.keys()] }).toEqual({ warm: 1 + furnished(), boot: 1, own: ["fleetcast 1"] });
  expect(timesOf(folder)).toEqual(before);
});

/** Number of forms of the standard variant with a fixture. */
const furnished = (): number => readdirSync(join(folder, "worlds")).filter((name) => name.startsWith("fleetcast@standard@")).length;

test("others may read the cache, as a server of an image's own user has to", () => {
  expect(statSync(join(folder, "worlds")).mode & 0o005).toBe(0o005);
  for (const name of ["cache.json", "worlds/fleetcast@standard", "targets/fleetcast.json"])
    expect(statSync(join(folder, name)).mode & 0o004, name).toBe(0o004);
});

test("a cache of another build or runtime is refused by a sentence that names both", () => {
  const made = JSON.parse(readFileSync(join(folder, "cache.json"), "utf8")) as Record<string, string>;
  for (const facts of [
    { ...made, build_digest: "sha256:other" },
    { ...made, runtime: "node 99" },
  ]) {
    const other = newFolder();
    writeFileSync(join(other, "cache.json"), JSON.stringify(facts));
    const said = messageOf(() => openWarmCache(other));
    for (const fact of [...Object.values(facts), ...Object.values(made), other]) expect(said).toContain(fact);
  }
});

const messageOf = (open: () => unknown): string => {
  try {
    return `${open()}`;
  } catch (error) {
    return (error as Error).message;
  }
};

test("a cache of another build is made anew, and a folder of something else is left alone", async () => {
  const other = newFolder();
  mkdirSync(join(other, "worlds"));
  writeFileSync(join(other, "worlds/old@1"), "");
  writeFileSync(join(other, "cache.json"), JSON.stringify({ build_digest: "sha256:other", runtime: "node 99" }));
  await expect(beginWarmCache(other, ["unheard-of"])).rejects.toThrow("unheard-of is no application; there are ");
  expect(filesOf(other)).not.toContain("worlds/old@1");
  rmSync(other, { recursive: true });
  mkdirSync(other);
  writeFileSync(join(other, "thesis.tex"), "");
  await expect(beginWarmCache(other)).rejects.toThrow(`${other} holds thesis.tex`);
  expect(filesOf(other)).toEqual(["thesis.tex"]);
});
