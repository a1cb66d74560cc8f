import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RESOURCES } from "#kube/objects/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import { handle } from "./http/handle.ts";
import { createTestWorld } from "./testing/create-test-world.ts";

interface Refused {
  readonly input: KubeObject;
  /** Errors of a Kubernetes v1.35.4 server, in its order. */
  readonly refusals: readonly string[];
}

const REFUSED = JSON.parse(readFileSync(new URL("./testdata/refused-objects.json", import.meta.url), "utf8")) as readonly Refused[];

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters"] };

const pathOf = ({ apiVersion, kind }: KubeObject): string => {
  const row = RESOURCES.find((candidate) => candidate.kind === kind && apiVersion.endsWith(candidate.version));
  return `${apiVersion.includes("/") ? "/apis" : "/api"}/${apiVersion}/${row?.namespaced ? "namespaces/default/" : ""}${row?.plural}`;
};

test.each(REFUSED)("$input.kind $input.metadata.name is refused as by the real server", ({ input, refusals }) => {
  const { world } = createTestWorld();
  const answer = handle(world, { method: "POST", path: pathOf(input), query: {}, body: input, user: ADMIN });
  const causes = (answer.body as Status).details?.causes ?? [];
  // Who reads them is told each once, however often it was found.
  expect([...new Set(causes.map(({ field, message }) => `${field}: ${message}`))]).toEqual(refusals);
});
