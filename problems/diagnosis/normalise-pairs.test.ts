import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
import { normalisePairs } from "./normalise-pairs.ts";
import { createVocabulary } from "./vocabulary.ts";

const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation")?.record;
if (app === undefined) throw new Error("hotel-reservation is gone");
const injectors = await loadPlugins<Injector>({ folder: "injectors", file: "injector", idOf: ({ id }) => id });
const vocabulary = createVocabulary(injectors);
const one = (resource: string, faultType: string) => {
  const [pair] = normalisePairs([{ resource, faultType }], "hotel-reservation", { app, vocabulary });
  return `${pair?.resource} ${pair?.faultType}`;
};

test.each([
  ["Deployment/geo", "Scale To Zero", "deployment/geo scale-to-zero"],
  ["svc/hotel-reservation/geo", "service_missing", "service/geo service-missing"],
  ["pod/geo-7d9f8b6c5d-x2k4z", "memory-limit-too-small", "deployment/geo memory-limit-too-small"],
  ["replicaset/mongodb-geo-7d9f8b6c5d", "scale-to-zero", "deployment/mongodb-geo scale-to-zero"],
  ["statefulset/geo", "bad image tag", "deployment/geo image-reference-nonexistent"],
  ["service/geo", "wrong-selector", "service/geo service-selector-mismatch"],
  ["service/geo", "selector-mismatch", "service/geo service-selector-mismatch"],
  ["service/geo", "deleted", "service/geo service-missing"],
  ["service/geo", "wrong-port", "service/geo service-target-port-mismatch"],
  ["service/geo", "liveness-probe-wrong-endpoint", "deployment/geo liveness-probe-wrong-endpoint"],
  ["configmap/geo-config", "missing", "configmap/geo-config configmap-missing"],
  ["deployment/geo", "service-missing", "deployment/geo service-missing"],
  ["configmap/kube-system/coredns", "dns-override", "configmap/kube-system/coredns dns-name-nxdomain"],
  ["node/worker-2", "something-odd", "node/worker-2 something-odd"],
  ["unspecified", "scale-to-zero", "unspecified scale-to-zero"],
])("%s with %s", (resource, faultType, expected) => expect(one(resource, faultType)).toBe(expected));

test("every id stays what it is, and equal pairs count once", () => {
  for (const { id } of injectors) expect(one("deployment/geo", id)).toBe(`deployment/geo ${id}`);
  const twice = [
    { resource: "Service/geo", faultType: "service-missing" },
    { resource: "svc/geo", faultType: "Service Missing" },
  ];
  expect(normalisePairs(twice, "hotel-reservation", { app, vocabulary })).toHaveLength(1);
});
