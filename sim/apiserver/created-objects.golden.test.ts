import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import { handle } from "./http/handle.ts";
import { createTestWorld } from "./testing/create-test-world.ts";

interface Pair {
  readonly path: string;
  readonly input: KubeObject;
  /** Object as a Kubernetes v1.35.4 server returned it, without managedFields. */
  readonly output: KubeObject;
}

const PAIRS = JSON.parse(readFileSync(new URL("./testdata/created-objects.json", import.meta.url), "utf8")) as readonly Pair[];

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters"] };

/** Replaces random values, counters and times by placeholders. */
const normalise = (object: unknown): unknown => {
  const uid = (object as KubeObject).metadata?.uid ?? "none";
  const text = JSON.stringify(object, (key, value: unknown) => {
    if (key === "resourceVersion" || /[tT]imestamp$/.test(key)) return "<changes>";
    if (key === "clusterIP" && value !== "None") return "<ip>";
    if (key === "clusterIPs" && !(value as readonly string[]).includes("None")) return ["<ip>"];
    if (key === "healthCheckNodePort") return "<port>";
    return value;
  });
  return JSON.parse(text.replaceAll(uid, "<uid>").replace(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<5>"));
};

test.each(PAIRS)("$input.kind $input.metadata.name is created as by the real server", ({ path, input, output }) => {
  const { world } = createTestWorld();
  const answer = handle(world, { method: "POST", path, query: {}, body: input, user: ADMIN });
  expect(normalise(answer.body)).toEqual(normalise(output));
});
