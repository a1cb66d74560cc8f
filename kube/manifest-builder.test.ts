import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { buildManifests } from "./manifest-builder.ts";
import type { Deployment } from "./types/workloads.ts";

const values = parse(readFileSync(new URL("../charts/hotel-reservation/values.yaml", import.meta.url), "utf8"));
const objects = buildManifests(values, { namespace: "hotel-7" });
const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);

test("hotel-reservation is 19 Deployments, 20 Services, 6 claims and 10 ConfigMaps", () => {
  expect(["Deployment", "Service", "PersistentVolumeClaim", "ConfigMap"].map((kind) => ofKind(kind).length)).toEqual([19, 20, 6, 10]);
});

test("every object lives in the given namespace and carries the component's label", () => {
  for (const { metadata } of objects) {
    expect(metadata.namespace).toBe("hotel-7");
    expect(metadata.labels?.["io.kompose.service"]).toBeTruthy();
  }
});

test("stores are recreated, never run twice over one volume", () => {
  const recreated = (ofKind("Deployment") as Deployment[])
    .filter(({ spec }) => spec.strategy?.type === "Recreate")
    .map(({ metadata }) => metadata.name);
  expect(recreated).toHaveLength(6);
  expect(recreated.every((name) => name.startsWith("mongodb-"))).toBe(true);
});
