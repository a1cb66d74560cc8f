import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseBehaviour } from "./parse-behaviour.ts";

const PATH = "charts/hotel-reservation/behaviour.yaml";
const original = readFileSync(new URL(`../../${PATH}`, import.meta.url), "utf8");
const readDocuments = (name: string): unknown => (name === "data/gone.json" ? name : []);

type Change = readonly [from: string, to: string];

/** Messages of the parser when each text of the description is replaced by another. */
const complaints = (...changes: readonly Change[]): readonly string[] => {
  for (const [from] of changes) expect(original).toContain(from);
  const text = changes.reduce((described, [from, to]) => described.replace(from, () => to), original);
  try {
    parseBehaviour([{ path: PATH, text }], readDocuments);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
};

test("the description as it is has no problem", () => {
  expect(complaints()).toEqual([]);
});

test("a problem is told with the line of its field and with its path", () => {
  const line = original.split("\n").findIndex((each) => each.includes("port: GeoPort,")) + 1;
  expect(complaints(["port: GeoPort,", "port: GeoPorts,"])).toEqual([
    `${PATH}:${line}: programs.geo.listens.port: no setting is called GeoPorts`,
  ]);
});

test("all problems are told at once", () => {
  expect(complaints(["port: GeoPort,", "port: GeoPorts,"], ["share: 0.39", "share: 0.3"])).toHaveLength(2);
});

test("a field that came by a merge key is told with the line of the nearest parent that the file holds", () => {
  const line = original.split("\n").indexOf("  frontend:") + 1;
  expect(complaints(["workers: 256", "workers: many"])[0]).toMatch(new RegExp(`^${PATH}:${line}: programs\\.frontend\\.workers: .*number`));
});

test.each<readonly [name: string, from: string, to: string, problem: string]>([
  ["a wrong type", "start: { bootMs: 1000 }", "start: { bootMs: soon }", "programs.frontend.start.bootMs: "],
  ["an unknown field", "  rps: 100\n", "  rps: 100\n  rpm: 6000\n", "rpm"],
  ["a missing field", "  rps: 100\n", "", "load.rps: "],
  ["shares that do not sum to 1", "share: 0.39", "share: 0.3", "load.operations: the shares sum to"],
  ["a load of nobody", "service: frontend", "service: nobody", "load.service: no program is called nobody"],
  ["an operation that the entry lacks", "- name: GET /hotels", "- name: GET /inns", "frontend has no operation GET /inns"],
  ["a program of an image that is not described", "programs: [frontend, geo,", "programs: [frontend, geos,", "no program is called geos"],
  ["a call to nobody", "to: search, operation: Nearby", "to: find, operation: Nearby", "calls.0.to: no program is called find"],
  ["a call of nothing", "to: search, operation: Nearby", "to: search, operation: Far", "search has no operation Far"],
  ["a call by another protocol", "kind: grpc, to: search", "kind: http, to: search", "search speaks grpc"],
  ["an undeclared address", "address: GeoMongoAddress", "address: Geo", "programs.geo.store.address: no setting is called Geo"],
  ["an undeclared amount", "timeoutMs: RATE_RPC_TIMEOUT_MS", "timeoutMs: LONG", "calls.1.timeoutMs: no setting is called LONG"],
  ["an undeclared setting in a metric", "value: { setting: RATE_QUEUE_CAPACITY }", "value: { setting: SIZE }", "no setting is called SIZE"],
  ["an unknown placeholder", "{GeoMongoAddress}", "{GeoMongo}", "programs.geo.log.start.1: no setting is called GeoMongo"],
  ["a seed of a program without store", "seedOf: user", "seedOf: search", "no program with a store is called search"],
  ["a seed without documents", "data/geo.json", "data/gone.json", "programs.geo.store.seed: "],
  ["a metric of calls to nobody", "sent: requests, to: rate", "sent: requests, to: rat", "no program is called rat"],
  ["a route off HTTP", "protocol: http", "protocol: grpc", "only an HTTP server has routes"],
  [
    "a callee that no registry knows",
    "    registry: { product: consul, address: consulAddress, name: srv-geo }\n",
    "",
    "with the address of geo",
  ],
  [
    "a ring of calls",
    "cpuMs: 0.8\n  rate:",
    "cpuMs: 0.8\n        calls: [{ kind: grpc, to: search, operation: Nearby }]\n  rate:",
    "it calls itself: search Nearby → geo Nearby → search Nearby",
  ],
  ["broken YAML", "load:\n", "load: [\n", ""],
])("%s is a problem", (_name, from, to, problem) => {
  expect(
    complaints([from, to]).some((line) => /^charts\/hotel-reservation\/behaviour\.yaml:\d+: /.test(line) && line.includes(problem)),
  ).toBe(true);
});
