import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { loadPlugins } from "#env/catalogue/load-plugins.ts";
import type { Injector } from "#injectors/injector.ts";
import { normalisePairs } from "./normalise-pairs.ts";
import { createOntology } from "./ontology/create-ontology.ts";
import { createVocabulary, mechanismNamed } from "./vocabulary.ts";

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
  ["deployment/geo", "service-missing", "service/geo service-missing"],
  ["pod/geo-7d9f8b6c5d-x2k4z", "target-port-mismatch", "service/geo service-target-port-mismatch"],
  ["endpoints/geo", "selector-mismatch", "service/geo service-selector-mismatch"],
  ["endpointslice/geo-x7k2q", "selector-mismatch", "service/geo service-selector-mismatch"],
  ["app/geo", "scale-to-zero", "deployment/geo scale-to-zero"],
  ["component/geo", "image-reference", "deployment/geo image-reference-nonexistent"],
  ["kubelet/worker-2", "kubelet-down", "node/worker-2 kubelet-crash"],
  ["pod/kube-system/coredns-5d78c9869d-q7kzx", "dns-override", "deployment/kube-system/coredns dns-name-nxdomain"],
  ["configmap/kube-system/coredns", "dns-override", "configmap/kube-system/coredns dns-name-nxdomain"],
  ["node/worker-2", "something-odd", "node/worker-2 something-odd"],
  ["unspecified", "scale-to-zero", "unspecified scale-to-zero"],
])("%s with %s", (resource, faultType, expected) => expect(one(resource, faultType)).toBe(expected));

test.each([
  ["service/geo", "selector-mismatch or target-port-mismatch", ["service-selector-mismatch", "service-target-port-mismatch"]],
  ["deployment/geo", "wrong liveness / readiness probe", ["liveness-probe-wrong-endpoint", "readiness-probe-wrong-endpoint"]],
  ["deployment/geo", "memory-limit-or-cpu-limit", ["memory-limit-too-small", "cpu-limit-throttle"]],
])("%s with %s is a claim for each alternative", (resource, faultType, ids) => {
  const pairs = normalisePairs([{ resource, faultType }], "hotel-reservation", { app, vocabulary });
  expect(pairs.map((pair) => pair.faultType).sort()).toEqual([...ids].sort());
});

test("a type of the ontology that no fault makes is itself, by its ids, its type and its words", () => {
  for (const { type, ids } of createOntology(injectors).unshipped)
    for (const name of [type, ...ids]) expect(one("deployment/geo", name)).toMatch(new RegExp(`^(?:deployment|service)/geo ${ids[0]}$`));
  expect(one("deployment/geo", "cpu limit too low")).toBe("deployment/geo cpu-limit-throttle");
  expect(one("node/worker-1", "Node cordoned")).toBe("node/worker-1 cordoned-node");
  expect(one("resourcequota/mem", "quota full")).toBe("resourcequota/mem quota");
});

test.each([
  ["nodes/all", "taint", "node/* taint-untolerated"],
  ["node/workers", "taint", "node/* taint-untolerated"],
  ["mongodbuser/admin@rate-db", "role-revoked", "mongouser/admin@rate-db mongo-role-revoked"],
  ["user/admin@rate-db", "missing role", "mongouser/admin@rate-db mongo-role-revoked"],
  ["mongouser/rate-db.admin", "role-revoked", "mongouser/admin@rate-db mongo-role-revoked"],
  ["mongouser/rate-db/admin", "role-revoked", "mongouser/admin@rate-db mongo-role-revoked"],
  ["db/rate-db", "role-revoked", "database/rate-db mongo-role-revoked"],
  ["mongodb/mongodb-rate", "role-revoked", "deployment/mongodb-rate mongo-role-revoked"],
])("%s with %s is in the form of the truth", (resource, faultType, expected) => expect(one(resource, faultType)).toBe(expected));

test("every id stays what it is, or the first of those that are one mechanism, and equal pairs count once", () => {
  for (const { id, words } of injectors) {
    const mechanism = mechanismNamed(id, vocabulary)?.id;
    expect(one("deployment/geo", id)).toBe(`${words.on === "service" ? "service" : "deployment"}/geo ${mechanism}`);
  }
  const twice = [
    { resource: "Service/geo", faultType: "service-missing" },
    { resource: "svc/geo", faultType: "Service Missing" },
  ];
  expect(normalisePairs(twice, "hotel-reservation", { app, vocabulary })).toHaveLength(1);
});
