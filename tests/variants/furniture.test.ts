import { describe, expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { buildManifests } from "#kube/app/manifest-builder.ts";
import { furnishManifests } from "#kube/app/variants/furnish/furnish-manifests.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Service } from "#kube/types/network.ts";
import type { Deployment } from "#kube/types/workloads.ts";

const apps = await loadApps();

const forms = apps.flatMap((app) =>
  app.variants.map(({ id }) => {
    const { record, values } = app.formOf(id) ?? app;
    const place = { id, record, namespace: record.namespace };
    const plain = buildManifests(values, place);
    return {
      name: `${record.name} ${id}`,
      plain,
      furnished: furnishManifests(plain, place),
      again: furnishManifests(plain, place),
    };
  }),
);

const of = <T extends KubeObject>(objects: readonly KubeObject[], ...kinds: readonly string[]): readonly T[] =>
  objects.filter(({ kind }) => kinds.includes(kind ?? "")) as readonly KubeObject[] as readonly T[];

const workloadsOf = (objects: readonly KubeObject[]) => of<Deployment>(objects, "Deployment", "StatefulSet");

const selected = (objects: readonly KubeObject[], { spec: { selector = {} } }: Service): readonly string[] =>
  workloadsOf(objects)
    .filter(({ spec }) => Object.entries(selector).every(([key, value]) => spec.template.metadata?.labels?.[key] === value))
    .map(({ metadata }) => metadata.name);

describe.each(forms)("the furniture of $name", ({ plain, furnished, again }) => {
  test("is the same each time, and takes nothing away", () => {
    expect(again).toEqual(furnished);
    const names = (objects: readonly KubeObject[]) => objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names(furnished)).toEqual(expect.arrayContaining(names(plain)));
    expect(new Set(names(furnished)).size).toBe(furnished.length);
  });

  test("leaves each Service its pods and its ports", () => {
    for (const service of of<Service>(plain, "Service")) {
      const now = of<Service>(furnished, "Service").find(({ metadata }) => metadata.name === service.metadata.name) as Service;
      expect(selected(furnished, now), service.metadata.name).toEqual(selected(plain, service));
      expect(now.spec.ports?.map(({ port }) => port)).toEqual(expect.arrayContaining((service.spec.ports ?? []).map(({ port }) => port)));
    }
  });
});

/** Shares of the variants of all apps that have a form at least twice, so that one more is no exception. */
const FORMS: Readonly<Record<string, (objects: readonly KubeObject[]) => number>> = {
  "a condition on nodes": (objects) => workloadsOf(objects).filter(({ spec }) => spec.template.spec.nodeSelector !== undefined).length,
  "a liveness probe": (objects) =>
    workloadsOf(objects).filter(({ spec }) => spec.template.spec.containers[0]?.livenessProbe !== undefined).length,
  "a further label in a selector": (objects) =>
    of<Service>(objects, "Service").filter(({ spec }) => Object.keys(spec.selector ?? {}).length > 1).length,
  "a named target port": (objects) =>
    of<Service>(objects, "Service").filter(({ spec }) => spec.ports?.some(({ targetPort }) => typeof targetPort === "string")).length,
  "a Service without pods": (objects) =>
    of<Service>(objects, "Service").filter((service) => selected(objects, service).length === 0).length,
  "optional settings that are missing": (objects) =>
    workloadsOf(objects).filter(({ spec }) => spec.template.spec.containers[0]?.envFrom?.some(({ configMapRef }) => configMapRef?.optional))
      .length,
  "an address that is not there": (objects) =>
    workloadsOf(objects).filter(({ spec }) =>
      spec.template.spec.containers[0]?.env?.some(({ name }) => /^(LEGACY|FALLBACK|SECONDARY|OLD)_/.test(name)),
    ).length,
};

test.each(Object.keys(FORMS))("most variants have %s more than once", (form) => {
  const counts = forms.map(({ furnished }) => FORMS[form]?.(furnished) ?? 0);
  expect(counts.filter((count) => count > 1).length / counts.length).toBeGreaterThan(0.6);
});
