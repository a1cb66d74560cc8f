import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { FaultTexts } from "#injectors/fault-words.ts";
import type { Injector } from "#injectors/injector.ts";
import { nameIn } from "#kube/app/variants/expand-variant.ts";
import { sample } from "../../tests/sample.ts";
import { matchDiagnosisText } from "./match-text.ts";
import { REPORT_TEXTS } from "./report-texts.cases.ts";
import { createVocabulary, mechanismNamed } from "./vocabulary.ts";

const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation");
if (app === undefined) throw new Error("hotel-reservation is gone");
const injectors = await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id });
const vocabulary = createVocabulary(injectors);

const faultTexts = await Promise.all(
  injectors.map(async ({ id }) => {
    const { default: words } = (await import(`../../injectors/${id}/words.cases.ts`)) as { readonly default: FaultTexts };
    return (words.app ?? app.record.name) !== app.record.name
      ? []
      : words.texts.map((text) => ({ text, claims: [`${words.resource} ${mechanismNamed(id, vocabulary)?.id}`] }));
  }),
);

/** Accounts and keys of settings are written anew in variants by other rules than names. */
const texts = [...faultTexts.flat(), ...REPORT_TEXTS].filter(
  ({ claims }) => claims.length > 0 && !claims.some((claim) => /mongouser|key-drift|networkpolicy/.test(claim)),
);

const names = [...new Set(app.record.components.flatMap(({ name, configMaps }) => [name, ...configMaps.map((map) => map.name)]))].sort(
  (a, b) => b.length - a.length,
);
/** A name may have an ending of a pod, or of a workload beside the component's. */
const anyName = new RegExp(`(?<![\\w.-])(${names.join("|")})(?!\\w|-(?!preview\\b|[a-z0-9]{8,10}(?:-[a-z0-9]{5})?\\b))`, "gi");

const kindOf = (name: string): string => (/-(?:config|script)$/.test(name) ? "configmap" : "deployment");

const ids = app.variants.map(({ id }) => id);

test.each(sample(ids, { what: "variants in whose names texts are read", most: 5 }))(
  "texts are read alike in the names of variant %s",
  (id) => {
    const form = app.formOf(id);
    if (form === undefined) throw new Error(`variant ${id} is gone`);
    const here = (name: string): string | undefined => nameIn(form, `${kindOf(name)}/${name}`)?.replace(/^\w+\//, "");
    const wrong = texts.flatMap(({ text, claims }) => {
      if (names.some((name) => text.includes(name) && here(name) === undefined)) return [];
      const translated = text.replace(anyName, (name) => here(name) ?? name);
      const wanted = claims.map((claim) => {
        const [resource = "", fault] = claim.split(" ");
        const renamed = resource === `namespace/${app.record.namespace}` ? `namespace/${form.record.namespace}` : nameIn(form, resource);
        return `${resource.endsWith("-preview") ? resource.replace(anyName, (name) => here(name) ?? name) : (renamed ?? resource)} ${fault}`;
      });
      const found = matchDiagnosisText(translated, form.record, vocabulary).claims.map(
        ({ resource, faultType }) => `${resource} ${faultType}`,
      );
      return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`${translated} → ${found.join(", ")}`];
    });
    expect(wrong).toEqual([]);
  },
);
