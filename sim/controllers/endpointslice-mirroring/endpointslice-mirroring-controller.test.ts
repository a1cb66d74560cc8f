import { expect, test } from "vitest";
import type { EndpointSlice, Endpoints } from "#kube/types/network.ts";
import { type ClusterBed, createBed } from "../../bootstrap/cluster-bed.cases.ts";

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

const slicesOf = (bed: ClusterBed): readonly EndpointSlice[] => bed.client.list<EndpointSlice>(SLICES, "shop");
const changed = (bed: ClusterBed, metadata: Partial<Endpoints["metadata"]>, rest: Partial<Endpoints> = {}): void => {
  const present = bed.client.get<Endpoints>("endpoints", "shop", "ext") as Endpoints;
  bed.client.update("endpoints", { ...present, ...rest, metadata: { ...present.metadata, ...metadata } });
  bed.run(5);
};

test("Endpoints of a Service without a selector are shown as slices, one for each family and set of ports", () => {
  const bed = createBed();
  bed.create(service, endpoints);
  bed.run(5);
  const shown = slicesOf(bed).map(({ addressType, ports: given, endpoints: hosts }) => [
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
  const [first] = slicesOf(bed);
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
  const bed = createBed();
  bed.create(service, endpoints);
  bed.run(5);
  const names = slicesOf(bed).map(({ metadata }) => metadata.name);
  changed(bed, { labels: { z: "1" } });
  expect(slicesOf(bed).map(({ metadata }) => [metadata.name, metadata.generation, metadata.labels?.["z"]])).toEqual(
    names.map((name) => [name, 2, "1"]),
  );
  changed(bed, {}, { subsets: [{ addresses: [{ ip: "10.9.0.5" }], ports: [{ port: 90 }] }] });
  expect(slicesOf(bed).map(({ metadata, ports: given }) => [names.includes(metadata.name), given])).toEqual([
    [true, [{ name: "", port: 90, protocol: "TCP" }]],
  ]);
  changed(bed, { labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } });
  expect(slicesOf(bed)).toEqual([]);
  changed(bed, { labels: {} });
  expect(slicesOf(bed)).toHaveLength(1);
  bed.client.delete("services", "shop", "ext");
  bed.run(5);
  expect(slicesOf(bed)).toEqual([]);
});

test("a slice that somebody spoils is made good, and one of a Service with a selector is not touched", () => {
  const bed = createBed();
  bed.create(service, endpoints, {
    ...service,
    metadata: { ...service.metadata, name: "own" },
    spec: { ...service.spec, selector: { a: "b" } },
  } as never);
  bed.run(5);
  const before = slicesOf(bed);
  expect(before.filter(({ metadata }) => metadata.name.startsWith("own-"))).toHaveLength(1);
  const slice = before.find(({ addressType }) => addressType === "IPv6") as EndpointSlice;
  bed.client.update(SLICES, { ...slice, endpoints: [] });
  bed.client.delete(SLICES, "shop", before.find(({ ports: given }) => given?.[0]?.name === "c")?.metadata.name as string);
  bed.run(5);
  expect(
    slicesOf(bed)
      .map(({ endpoints: hosts }) => hosts?.length ?? 0)
      .sort(),
  ).toEqual(before.map(({ endpoints: hosts }) => hosts?.length ?? 0).sort());
});

test("no more than a thousand addresses of a subset are shown, and an event says how many are not", () => {
  const bed = createBed();
  const addresses = Array.from({ length: 1_003 }, (_, i) => ({ ip: `10.8.${Math.floor(i / 250)}.${1 + (i % 250)}` }));
  bed.create(service, { ...endpoints, subsets: [{ addresses, ports }] } as Endpoints);
  bed.run(5);
  expect(slicesOf(bed).map(({ endpoints: hosts }) => hosts?.length)).toEqual([1000]);
  expect(bed.events("ext")).toEqual([
    "TooManyAddressesToMirror: A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. 3 addresses were skipped",
  ]);
});
