import { expect, test } from "vitest";
import { STORE_CHECKERS } from "../../../checkers/store-checkers.ts";
import { createTestWorld } from "../../testing/create-test-world.ts";
import { LEFT_OUT, withChangedPart } from "./changed-parts.cases.ts";
import { bodyOf, send } from "./send.cases.ts";
import { SOUND_BODIES } from "./sound-bodies.cases.ts";

const OTHERS: readonly unknown[] = [LEFT_OUT, null, "", "x", -1, 1.5, true, [], {}, [null], [{}], { a: null }];

/** Replacements of a part: it is removed, and takes one of the other values by turns; all of them in a long fuzzing run. */
const othersFor = (part: number): readonly unknown[] =>
  process.env["FUZZ_RUNS"] === undefined ? [LEFT_OUT, OTHERS[1 + (part % 11)]] : OTHERS;

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "x" }, spec: { containers: [{ name: "c", image: "i" }] } };

test.each(SOUND_BODIES)("%s takes its body, and answers whichever part of it is missing or another", (path, body) => {
  const { world } = createTestWorld();
  const { name } = (body as { readonly metadata?: { readonly name?: string } }).metadata ?? {};
  if (path.includes("/pods/x/")) send(world, "POST", "/api/v1/namespaces/shop/pods", { json: pod });
  expect(bodyOf(send(world, "POST", path, { json: body }))).not.toMatchObject({ status: "Failure" });
  send(world, "DELETE", `${path}/${name}`);
  for (let part = 1; part <= PARTS_MAX; part++) {
    for (const other of othersFor(part)) {
      const changed = withChangedPart(body, part, other);
      if (changed === undefined) return;
      const answer = bodyOf(send(world, "POST", path, { json: changed.value }));
      expect(answer["kind"]).toBeTypeOf("string");
      if (answer["kind"] !== "Status") send(world, "DELETE", `${path}/${name}`);
      for (const check of STORE_CHECKERS) check(world);
    }
  }
  throw new Error(`${path} has more than ${PARTS_MAX} parts`);
});

const PARTS_MAX = 500;
