import { describe, expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { matchDiagnosisText } from "./match-text.ts";
import { createVocabulary } from "./vocabulary.ts";

const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation")!;
const injectors = await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id });
const vocabulary = createVocabulary(injectors);

describe.each(app.variants.map(({ id }) => id))("in the names of variant %s", (variant) => {
  const { record } = app.formOf(variant)!;
  const claimsIn = (text: string): readonly string[] =>
    matchDiagnosisText(text, record, vocabulary).claims.map(({ resource, faultType }) => `${resource} ${faultType}`);

  test("a workload and its Service are read as what they are called", () => {
    for (const component of record.components) {
      const { name } = component;
      const workload = workloadTarget(component);
      expect(claimsIn(`Service ${name} was deleted.`)).toEqual([`service/${name} service-missing`]);
      expect(claimsIn(`The svc ${name} has a wrong targetPort.`)).toEqual([`service/${name} service-target-port-mismatch`]);
      expect(claimsIn(`${name} was scaled to zero.`)).toEqual([`${workload} scale-to-zero`]);
      expect(claimsIn(`The memory limit of ${name} is too low.`)).toEqual([`${workload} memory-limit-too-small`]);
      expect(claimsIn(`Deployment ${name} has a wrong liveness probe.`)).toEqual([`${workload} liveness-probe-wrong-endpoint`]);
    }
  });

  test("a ConfigMap is read as what it is called", () => {
    for (const { name } of record.components.flatMap(({ configMaps }) => configMaps)) {
      expect(claimsIn(`ConfigMap ${name} was deleted.`)).toEqual([`configmap/${name} configmap-missing`]);
      expect(claimsIn(`The cm ${name} has a wrong address.`)).toEqual([`configmap/${name} configmap-key-drift`]);
    }
  });
});
