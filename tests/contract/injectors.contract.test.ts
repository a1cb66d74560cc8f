import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { fixturesOf } from "#env/catalogue/fixtures-of.ts";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { qualifyAttempts } from "#env/catalogue/qualify-attempts.ts";
import { openHost } from "#env/open/open-host.ts";
import type { Injector } from "#injectors/injector.ts";
import { nameIn } from "#kube/app/variants/expand-variant.ts";
import { createOntology } from "#problems/diagnosis/ontology/create-ontology.ts";
import { WORLD_CHECKERS } from "#sim/checkers/world-checkers.ts";
import { sample } from "../sample.ts";
import { firstAppOf, targetsOf } from "./first-app.ts";
import type { CycleWorld } from "./injector-cycle.ts";
import { findTarget, playCycle, waysOf } from "./injector-cycle.ts";

const open = await openHost({ variant: "standard", checkers: WORLD_CHECKERS });
const { library, catalogue, backend } = open;
const apps = await loadApps();
const ontology = createOntology(library.injectors);

/** Faults whose life is played; the cheap tests take all. */
const played = new Set(
  sample(
    library.injectors.map(({ id }) => id),
    { what: "faults whose life cycle is played", most: 12 },
  ),
);

const newWorldOf = async (app: string, injector: Injector, variant?: string): Promise<CycleWorld> => {
  const fixtures = fixturesOf(injector, library.fixtures);
  const slot = await backend.lease({ app, scope: "namespace", rights: "cluster", seed: "7", fixtures, ...(variant && { variant }) });
  return {
    admin: slot.admin,
    agent: slot.agent,
    place: { app: slot.baseline.app, namespace: slot.namespace },
    baseline: slot.baseline,
    tools: library.tools,
    timeoutMs: 360_000,
  };
};

describe.each(library.injectors.map((injector) => [injector.id, injector] as const))("%s", (id, injector) => {
  const app = firstAppOf(catalogue, id);
  const heldOut = apps
    .find(({ record }) => record.name === app)!
    .variants.filter(({ isHeldOut }) => isHeldOut)
    .map((variant) => variant.id);
  const newWorld = (variant?: string) => newWorldOf(app, injector, variant);
  const targets = targetsOf(catalogue, app, id);
  const two = [targets[0], targets[Math.floor(targets.length / 2)]].filter((target) => target !== undefined);
  const some = played.has(id) ? sample(two, { what: "targets of faults whose life cycle is played", most: 1, by: id }) : [];

  test("it has targets, and a reason for each object it refuses", () => {
    expect(targets.length).toBeGreaterThan(0);
    for (const { reason } of catalogue.excluded().filter(({ faultId }) => faultId === id)) expect(reason.length).toBeGreaterThan(10);
  });

  test("sampling is a pure function of stream and target, and its parameters survive JSON", async () => {
    const world = await newWorld();
    for (const resource of two) {
      const target = await findTarget(world, injector, resource);
      const draw = () => injector.sample(createRng("42"), target, world.place);
      expect(draw()).toEqual(draw());
      expect(injector.params.parse(JSON.parse(JSON.stringify(draw())))).toEqual(draw());
    }
  });

  test("its truth names the fault by id and by catalogue type", async () => {
    const world = await newWorld();
    const target = await findTarget(world, injector, two[0] as string);
    const truth = injector.truth(injector.sample(createRng("1"), target, world.place), world.place);
    expect(truth.filter(({ faultType, catalogueType }) => faultType === id && catalogueType === injector.catalogueType)).not.toEqual([]);
    // What else is wrong has a type of its own.
    for (const { faultType, catalogueType } of truth) expect(ontology.typeOf[faultType], faultType).toBe(catalogueType);
  });

  test.each(some)("the oracle holds, breaks after inject, holds after each repair and after rollback: %s", async (resource) => {
    const probe = await newWorld();
    const target = await findTarget(probe, injector, resource);
    for (let way = 0; way < waysOf(probe, injector, target, "3"); way++) await playCycle(await newWorld(), injector, target, "3", way);
  });

  test.each(some)(
    "every attempt that it accepts repairs it, none that it rejects does, and its README names them: %s",
    async (resource) => {
      const { accepted, rejected, failures } = await qualifyAttempts(open, `kubedrill://${app}/${id}?target=${resource}`, "3");
      expect(failures).toEqual([]);
      expect(accepted.length).toBeGreaterThanOrEqual(1);
      expect(rejected.length).toBeGreaterThanOrEqual(WRONG_REPAIRS_MIN);
      const readme = await readFile(new URL(`../../injectors/${id}/README.md`, import.meta.url), "utf8");
      expect(unlisted(readme, "Correct fixes", accepted), "names that no bullet of Correct fixes begins with").toEqual([]);
      expect(unlisted(readme, "Wrong fixes that must fail", rejected), "names that no bullet of Wrong fixes begins with").toEqual([]);
    },
  );

  test.skipIf(some.length === 0)("the same holds in a variant that training never sees", async () => {
    const turn = library.injectors.indexOf(injector);
    for (const variant of [...heldOut.slice(turn % heldOut.length), ...heldOut.slice(0, turn % heldOut.length)]) {
      const world = await newWorld(variant);
      const names = targets.map((published) => nameIn(apps.find(({ record }) => record.name === app)!.formOf(variant)!, published));
      const target = (await injector.targets(world.admin, world.place)).targets.find(({ resource }) => names.includes(resource));
      if (target === undefined) continue;
      await playCycle(world, injector, target, "3", 0);
      return;
    }
    expect.fail(`no held-out variant has a target of ${id}`);
  });

  test("its README says what breaks, what shows, and what repairs it", async () => {
    const text = await readFile(new URL(`../../injectors/${id}/README.md`, import.meta.url), "utf8");
    for (const heading of [
      "What breaks",
      "What the agent can see",
      "Correct fixes",
      "Wrong fixes that must fail",
      "Scope and backends",
      "Source",
    ])
      expect(text).toContain(`## ${heading}\n`);
  });
});

/** Least number of wrong repairs that a fault names, each of which must fail. */
const WRONG_REPAIRS_MIN = 4;

/** Names with which no bullet of a README's section begins. */
const unlisted = (readme: string, heading: string, names: readonly string[]): readonly string[] => {
  const [, section = ""] = readme.split(`## ${heading}\n`);
  const bullets = (section.split("\n## ")[0] as string).split("\n- ").map((bullet) => bullet.trim().toLowerCase());
  return names.filter((name) => !bullets.some((bullet) => bullet.startsWith(name.toLowerCase())));
};
