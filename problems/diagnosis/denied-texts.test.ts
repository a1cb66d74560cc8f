import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
import { EXONERATING, IN_ORDER, LOOKED_AT } from "./denied-texts.cases.ts";
import { matchDiagnosisText } from "./match-text.ts";
import { createVocabulary } from "./vocabulary.ts";

const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation")?.record;
if (app === undefined) throw new Error("hotel-reservation is gone");
const vocabulary = createVocabulary(await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id }));
const claimsIn = (text: string): readonly string[] =>
  matchDiagnosisText(text, app, vocabulary).claims.map(({ resource, faultType }) => `${resource} ${faultType}`);

const CAUSES = [
  ["profile's ConfigMap profile-config was deleted.", "configmap/profile-config configmap-missing"],
  ["kubelet on worker-2 is not running.", "node/worker-2 kubelet-crash"],
  ["user was scaled to 0 replicas.", "deployment/user scale-to-zero"],
] as const;

test.each(LOOKED_AT)("what is said of the %s to exonerate it is no claim", (subject, isPlural) => {
  const [[cause, claim]] = CAUSES;
  for (const [singular, plural] of EXONERATING) {
    const remark = (isPlural ? plural : singular).replace("%", subject);
    expect(claimsIn(`${cause} ${remark}`), remark).toEqual([claim]);
  }
});

test.each(IN_ORDER)("%s", (remark) => {
  for (const [cause, claim] of CAUSES)
    for (const text of [`${cause} ${remark}`, `${remark} ${cause}`]) expect(claimsIn(text), text).toEqual([claim]);
});
