import { describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import type { DiagnosisPair, TruthPair } from "#core/truth.ts";
import { parseRootCauses } from "#env/actions/submit_diagnosis/parse-root-causes.ts";
import { fixturesOf } from "#env/catalogue/fixtures-of.ts";
import { openHost } from "#env/open/open-host.ts";
import type { FaultTexts } from "#injectors/fault-words.ts";
import type { Place } from "#injectors/injector.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import { matchDiagnosisText } from "#problems/diagnosis/match-text.ts";
import { normalisePairs } from "#problems/diagnosis/normalise-pairs.ts";
import { createOntology } from "#problems/diagnosis/ontology/create-ontology.ts";
import { answerNineQuestions, passesNineQuestions } from "#rewards/nine-questions.ts";
import { isSameMechanism } from "#rewards/same-mechanism.ts";
import { scoreDiagnosis } from "#rewards/score-diagnosis.ts";
import { firstAppOf, targetsOf } from "./first-app.ts";
import { findTarget } from "./injector-cycle.ts";

const { library, catalogue, backend } = await openHost({ variant: "standard" });
const { vocabulary } = library;
const ontology = createOntology(library.injectors);

const worldOf = async (app: string, fixtures: readonly Fixture[] = []) => {
  const slot = await backend.lease({ app, scope: "namespace", rights: "cluster", seed: "7", fixtures });
  return {
    admin: slot.admin,
    agent: slot.agent,
    place: { app: slot.baseline.app, namespace: slot.namespace },
    baseline: slot.baseline,
    tools: library.tools,
    timeoutMs: 360_000,
  };
};

const score = (pairs: readonly DiagnosisPair[], truth: readonly TruthPair[], { app, namespace }: Place): number =>
  scoreDiagnosis(normalisePairs(pairs, namespace, { app, vocabulary }), truth, library.relationsOf(app));
const submitted = (resource: string, faultType: string): readonly DiagnosisPair[] => {
  const parsed = parseRootCauses([{ resource, fault_type: faultType }]);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.pairs;
};

const faults = await Promise.all(
  library.injectors.map(async (injector) => {
    const { default: words } = (await import(`../../injectors/${injector.id}/words.cases.ts`)) as { readonly default: FaultTexts };
    const app = words.app ?? "hotel-reservation";
    const [first] = targetsOf(catalogue, app, injector.id);
    const world = await worldOf(app, fixturesOf(injector, library.fixtures));
    const { place } = world;
    const target = await findTarget(world, injector, first as string);
    const truth = injector.truth(injector.sample(createRng("1"), target, place), place);
    const example = injector.truth(injector.params.parse(words.params), place);
    return { id: injector.id, type: injector.catalogueType, place, truth, words, example };
  }),
);

/** Texts of all faults, each read once, since reading one takes longer than judging it against every truth. */
const said = faults.flatMap(({ id, place, words }) =>
  words.texts.map((text) => ({ id, text, diagnosis: matchDiagnosisText(text, place.app, vocabulary) })),
);

describe.each(faults.map((fault) => [fault.id, fault] as const))("%s", (id, { type, place, truth, words, example }) => {
  const relations = library.relationsOf(place.app);

  test("is named in the application in which the suites look for it", () => {
    expect(place.app.name).toBe(firstAppOf(catalogue, id));
  });

  test("earns all with any resource that names it, by id and by type, and passes", () => {
    for (const pair of truth) {
      const rest = truth.filter((other) => other !== pair);
      for (const resource of [pair.resource, ...(pair.alsoNamed ?? [])])
        for (const faultType of [pair.faultType, pair.catalogueType]) {
          const all = [{ resource, faultType }, ...rest];
          expect(score(all, truth, place), resource).toBe(1);
          const pairs = normalisePairs(all, place.namespace, { app: place.app, vocabulary });
          expect(passesNineQuestions(answerNineQuestions(pairs, truth, relations))).toBe(true);
        }
    }
  });

  test("earns all however the resource is written, and at most half by one that is alike or only suffers", () => {
    const [own, ...rest] = example;
    expect(own?.resource).toBe(words.resource);
    for (const faultType of [id, type]) {
      for (const resource of [words.resource, ...words.resources])
        expect(score([...submitted(resource, faultType), ...rest], example, place), resource).toBe(1);
      for (const resource of words.otherResources)
        expect(score(submitted(resource, faultType), example, place), resource).toBeLessThanOrEqual(0.5);
    }
    expect(words.resources.length).toBeGreaterThanOrEqual(4);
    expect(words.otherResources.length).toBeGreaterThanOrEqual(2);
  });

  test("earns less by a wrong entry beside the right one, and nothing by the right resource with any other type alone", () => {
    const [own] = example;
    for (const resource of words.otherResources) {
      const both = [...submitted(words.resource, type), ...submitted(resource, type)];
      expect(score(both, example, place), resource).toBeLessThan(0.9);
    }
    const right = new Set(example.filter((pair) => pair.resource === own?.resource).map(({ catalogueType }) => catalogueType));
    for (const other of ontology.types)
      if (!right.has(other.type)) expect(score(submitted(words.resource, other.type), example, place), other.type).toBeLessThanOrEqual(0.5);
  });

  test("earns no more, and no less, with all of them at once", () => {
    const all = truth.flatMap(({ resource, catalogueType, alsoNamed = [] }) =>
      [resource, ...alsoNamed].map((name) => ({ resource: name, faultType: catalogueType })),
    );
    expect(score(all, truth, place)).toBe(1);
  });

  test("earns next to nothing by a list of all types, or of all workloads", () => {
    const [{ resource } = { resource: "" }] = truth;
    const types = ontology.types.map((other) => ({ resource, faultType: other.type }));
    expect(score(types, truth, place)).toBeLessThan(0.05);
    const workloads = targetsOf(catalogue, place.app.name, "scale-to-zero").map((workload) => ({ resource: workload, faultType: type }));
    expect(score(workloads, truth, place)).toBeLessThan(0.15);
  });

  test("earns all by its own texts and less by those of every other mechanism", () => {
    const pair: TruthPair = { resource: words.resource, faultType: id, catalogueType: type };
    for (const own of said.filter((one) => one.id === id)) expect(scoreDiagnosis(own.diagnosis, [pair], relations), own.text).toBe(1);
    const others = said.filter((one) => !isSameMechanism(one.id, id, relations));
    const taken = others.filter(({ diagnosis }) => scoreDiagnosis(diagnosis, [pair], relations) > 0.5);
    expect(taken.map((other) => other.text)).toEqual([]);
  });
});
