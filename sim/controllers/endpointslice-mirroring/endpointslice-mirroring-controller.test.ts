import { expect, test } from "vitest";
import type { EndpointSlice, Endpoints } from "#kube/types/network.ts";
import { type ClusterFixture, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";

const SLICES = "endpointslices.discovery.k8s.io";
const service = { apiVersion: "v1", kind: "Service", metadata: { name: "ext", namespace: "shop" }, spec: { ports: [{ port: 80 }] } };
const ports = [
  { name: "a", port: 8080 },
  { name: "b", port: 8081 },
];
const endpoints: Endpoints = {
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: "ext", namespace: "shop", labels: { x: "y" }, annotations: { note: "hi" } },
  subsets: [
    { addresses: [{ ip: "10.9.0.9" }, { ip: "10.9.0.10", hostname: "h" }], notReadyAddresses: [{ ip: "10.9.0.7" }], ports },
    { addresses: [{ ip: "fd00::1" }], ports },
    { addresses: [{ ip: "10.9.0.9" }], ports: [{ name: "c", port: 9000 }] },
  ],
};

const slicesOf = (fixture: ClusterFixture): readonly EndpointSlice[] => fixture.client.list<EndpointSlice>(SLICES, "shop");
const changed = (fixture: ClusterFixture, metadata: Partial<Endpoints["metadata"]>, rest: Partial<Endpoints> = {}): void => {
  const present = fixture.client.get<Endpoints>("endpoints", "shop", "ext") as Endpoints;
  fixture.client.update("endpoints", { ...present, ...rest, metadata: { ...present.metadata, ...metadata } });
  fixture.run(5);
};

test("Endpoints of a Service without a selector are shown as slices, one for each family and set of ports", () => {
  const fixture = createFixture();
  fixture.create(service, endpoints);
  fixture.run(5);
  const shown = slicesOf(fixture).map(({ addressType, ports: given, endpoints: hosts }) => [
    addressType,
    given?.map(({ name, port }) => `${name} ${port}`),
    hosts?.map(({ addresses, conditions, hostname }) => [addresses[0], conditions?.ready, ...(hostname ? [hostname] : [])]),
  ]);
  // As a cluster of 1.35.4 answers, whose endpoints are in no order of their own.
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(
    expect.arrayContaining([
      [
        "IPv4",
        ["b 8081", "a 8080"],
        [
          ["10.9.0.10", true, "h"],
          ["10.9.0.9", true],
          ["10.9.0.7", false],
        ],
      ],
      ["IPv4", ["c 9000"], [["10.9.0.9", true]]],
      ["IPv6", ["b 8081", "a 8080"], [["fd00::1", true]]],
    ]),
  );
  const [first] = slicesOf(fixture);
  expect(first?.metadata).toMatchObject({
    generateName: "ext-",
    generation: 1,
    labels: {
      x: "y",
      "kubernetes.io/service-name": "ext",
      "endpointslice.kubernetes.io/managed-by": "endpointslicemirroring-controller.k8s.io",
    },
    annotations: { note: "hi" },
    ownerReferences: [{ apiVersion: "v1", kind: "Endpoints", name: "ext", controller: true, blockOwnerDeletion: true }],
  });
});

test("slices follow the labels and addresses of their Endpoints, and go when they are not to be shown any more", () => {
  const fixture = createFixture();
  fixture.create(service, endpoints);
  fixture.run(5);
  const names = slicesOf(fixture).map(({ metadata }) => metadata.name);
  changed(fixture, { labels: { z: "1" } });
  expect(slicesOf(fixture).map(({ metadata }) => [metadata.name, metadata.generation, metadata.labels?.["z"]])).toEqual(
    names.map((name) => [name, 2, "1"]),
  );
  changed(fixture, {}, { subsets: [{ addresses: [{ ip: "10.9.0.5" }], ports: [{ port: 90 }] }] });
  expect(slicesOf(fixture).map(({ metadata, ports: given }) => [names.includes(metadata.name), given])).toEqual([
    [true, [{ name: "", port: 90, protocol: "TCP" }]],
  ]);
  changed(fixture, { labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } });
  expect(slicesOf(fixture)).toEqual([]);
  changed(fixture, { labels: {} });
  expect(slicesOf(fixture)).toHaveLength(1);
  fixture.client.delete("services", "shop", "ext");
  fixture.run(5);
  expect(slicesOf(fixture)).toEqual([]);
});

test("a slice that somebody spoils is made good, and one of a Service with a selector is not touched", () => {
  const fixture = createFixture();
  fixture.create(service, endpoints, {
    ...service,
    metadata: { ...service.metadata, name: "own" },
    spec: { ...service.spec, selector: { a: "b" } },
  } as never);
  fixture.run(5);
  const before = slicesOf(fixture);
  expect(before.filter(({ metadata }) => metadata.name.startsWith("own-"))).toHaveLength(1);
  const slice = before.find(({ addressType }) => addressType === "IPv6") as EndpointSlice;
  fixture.client.update(SLICES, { ...slice, endpoints: [] });
  fixture.client.delete(SLICES, "shop", before.find(({ ports: given }) => given?.[0]?.name === "c")?.metadata.name as string);
  fixture.run(5);
  expect(
    slicesOf(fixture)
      .map(({ endpoints: hosts }) => hosts?.length ?? 0)
      .sort(),
  ).toEqual(before.map(({ endpoints: hosts }) => hosts?.length ?? 0).sort());
});

test("no more than a thousand addresses of a subset are shown, and an event says how many are not", () => {
  const fixture = createFixture();
  const addresses = Array.from({ length: 1_003 }, (_, i) => ({ ip: `10.8.${Math.floor(i / 250)}.${1 + (i % 250)}` }));
  fixture.create(service, { ...endpoints, subsets: [{ addresses, ports }] } as Endpoints);
  fixture.run(5);
  expect(slicesOf(fixture).map(({ endpoints: hosts }) => hosts?.length)).toEqual([1000]);
  expect(fixture.events("ext")).toEqual([
    "TooManyAddressesToMirror: A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. 3 addresses were skipped",
  ]);
});
