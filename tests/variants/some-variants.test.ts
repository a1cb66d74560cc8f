import { expect, test } from "vitest";
import { createCatalogue } from "#env/catalogue/catalogue.ts";
import { loadLibrary } from "#env/catalogue/library.ts";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { createSimBackend } from "#pool/backends/sim/sim-backend.ts";

const APP = "hotel-reservation";
const library = await loadLibrary();
const apps = (await loadApps()).filter(({ record }) => record.name === APP);
const backend = createSimBackend({ apps, hasPast: false });
/** Catalogue of a backend whose slots have some forms alone, as those of real clusters do. */
const catalogueOf = async (...variants: readonly string[]) =>
  await createCatalogue(library, apps, { ...backend, variants: () => variants });
const ALL = { splits: ["train", "eval", "holdout"] } as const;

const whole = await catalogueOf("standard", ...(apps[0]?.variants ?? []).map(({ id }) => id));
const urisOf = (catalogue: typeof whole, ...splits: readonly string[]) => catalogue.list({ splits }).map(({ uri }) => uri);

/**
 * Tasks of one fault in one place: which faults come in pairs, and which places together, is drawn from what there is; and each form has
 * fixtures of its own.
 */
const alone = (uris: readonly string[]): readonly string[] =>
  uris.filter((uri) => !uri.includes("+") && !uri.includes("&target=") && !FURNISHED.some((id) => uri.includes(`/${id}?`)));

const FURNISHED = library.injectors.filter(({ fixtures = [] }) => fixtures.length > 0).map(({ id }) => id);

/** A variant has probes of its own here and there, which some faults cannot be put beside. */
const MOST = 0.85;

test("slots of variants have most tasks of the published form, in its names", async () => {
  const some = await catalogueOf("8", "11");
  const [here, everywhere] = [alone(urisOf(some, ...ALL.splits)), alone(urisOf(whole, ...ALL.splits))];
  expect(everywhere).toEqual(expect.arrayContaining([...here]));
  expect(here.length).toBeGreaterThan(MOST * everywhere.length);
  expect(
    some.list(ALL).every(({ uri, split }) => some.taskOf(uri).variants.every(({ id }) => id === (split === "train" ? "8" : "11"))),
  ).toBe(true);
});

test("tasks of a split for which no slot has a variant are not listed, and are refused with the reason unless they pin one", async () => {
  const some = await catalogueOf("8");
  expect(alone(urisOf(whole, "train"))).toEqual(expect.arrayContaining([...alone(urisOf(some, ...ALL.splits))]));
  const [held = ""] = urisOf(whole, "holdout");
  expect(() => some.taskOf(held)).toThrow("no slot here has a variant for tasks of holdout; there are 8");
  expect(some.taskOf(`${held}&variant=8`).variants.map(({ id }) => id)).toEqual(["8"]);
  expect(() => some.taskOf(`${held}&variant=9`)).toThrow('has no variant "9" here; there are 8');
});

test("slots of the published form have it for the tasks of splits that no other slot has a variant for", async () => {
  const some = await catalogueOf("standard", "8");
  for (const { uri, split } of some.list(ALL))
    expect(some.taskOf(uri).variants.map(({ id }) => id)).toEqual(split === "train" ? ["8"] : ["standard"]);
});

test("targets that every variant lacks are no tasks", async () => {
  const lacks = (uri: string) => uri.includes("/jaeger");
  const some = await catalogueOf("4");
  expect(urisOf(whole, "train").some(lacks)).toBe(true);
  expect(urisOf(some, "train").some(lacks)).toBe(false);
});
