import { expect, test } from "vitest";
import { cohensKappa } from "#core/cohens-kappa.ts";
import { findJson } from "#env/actions/submit_diagnosis/find-json.ts";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
import { HELD_OUT_TEXTS, type HeldOutText } from "./held-out-texts.cases.ts";
import { matchDiagnosisText } from "./match-text.ts";
import { normalisePairs } from "./normalise-pairs.ts";
import { createOntology } from "./ontology/create-ontology.ts";
import { REPORT_TEXTS } from "./report-texts.cases.ts";
import { createVocabulary } from "./vocabulary.ts";

const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation")?.record;
if (app === undefined) throw new Error("hotel-reservation is gone");
const injectors = await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id });
const vocabulary = createVocabulary(injectors);
const { typeOf } = createOntology(injectors);

interface Claim {
  readonly resource: string;
  readonly type: string;
}

const claimOf = (resource: string, fault: string): Claim => ({ resource, type: typeOf[fault] ?? fault });

const labelled = ({ claims }: HeldOutText): readonly Claim[] =>
  claims.map((claim) => claimOf(...(claim.split(" ") as [resource: string, fault: string])));

const found = ({ text }: HeldOutText): readonly Claim[] | "no statement" => {
  const json = findJson(text);
  if (json !== undefined)
    return normalisePairs(json.pairs, app.name, { app, vocabulary }).map(({ resource, faultType }) => claimOf(resource, faultType));
  const { claims, saysHealthy } = matchDiagnosisText(text, app, vocabulary);
  return claims.length === 0 && !saysHealthy ? "no statement" : claims.map(({ resource, faultType }) => claimOf(resource, faultType));
};

/** The place of an object that the text gives no name is not judged. */
const isSame = (label: Claim, claim: Claim): boolean =>
  label.type === claim.type && (label.resource.endsWith("/unspecified") || label.resource === claim.resource);

const isRight = (one: HeldOutText): boolean => {
  const claims = found(one);
  const labels = labelled(one);
  return (
    claims !== "no statement" && claims.length === labels.length && labels.every((label) => claims.some((claim) => isSame(label, claim)))
  );
};

const mechanisms = (claims: readonly Claim[] | "no statement"): string =>
  typeof claims === "string" ? claims : claims.length === 0 ? "nothing is wrong" : [...claims.map(({ type }) => type)].sort().join(" ");

test("at least nine in ten texts on which nothing was tuned are read right", () => {
  const wrong = HELD_OUT_TEXTS.filter((one) => !isRight(one));
  const accuracy = 1 - wrong.length / HELD_OUT_TEXTS.length;
  const agreement = cohensKappa(HELD_OUT_TEXTS.map((one) => [mechanisms(labelled(one)), mechanisms(found(one))] as const));
  console.info(`${HELD_OUT_TEXTS.length} held-out texts: accuracy ${accuracy.toFixed(3)}, Cohen's kappa ${agreement.toFixed(3)}`);
  expect(accuracy).toBeGreaterThanOrEqual(0.9);
  expect(agreement).toBeGreaterThanOrEqual(0.85);
});

test.each(REPORT_TEXTS)("is read as its writer meant it: $text", (one) => {
  expect(found(one)).toEqual(labelled(one).map((claim) => expect.objectContaining(claim)));
});
