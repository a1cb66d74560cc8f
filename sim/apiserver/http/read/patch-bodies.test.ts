import { expect, test } from "vitest";
import { createTestWorld } from "../../testing/create-test-world.ts";
import { bodyOf, send, textOf } from "../wire/send.cases.ts";

const SHOP = "/api/v1/namespaces/shop";
const MERGE = "merge-patch+json";
const STRATEGIC = "strategic-merge-patch+json";
const JSON_PATCH = "json-patch+json";
const APPLY = "apply-patch+yaml";
const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" } };
const bad = { data: { a: "!!" } };

/** Error of a server of 1.35.4 by patch; undefined: it is accepted. */
const ROWS: readonly (readonly [what: string, type: string, body: unknown, message: string | undefined])[] = [
  ["a merge patch of null", MERGE, null, "Invalid JSON Patch"],
  [
    "a merge patch of a list",
    MERGE,
    [],
    "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
  ],
  ["a strategic patch of null", STRATEGIC, null, undefined],
  ["a JSON patch of null", JSON_PATCH, null, undefined],
  [
    "a JSON patch of a flag",
    JSON_PATCH,
    true,
    "error decoding patch: json: cannot unmarshal bool into Go value of type []handlers.jsonPatchOp",
  ],
  ["an apply of null", APPLY, null, "invalid object type: /, Kind="],
  ["a merge patch to what is no base 64", MERGE, bad, '}": illegal base64 data at input byte 0'],
  [
    "a strategic patch to what is no base 64",
    STRATEGIC,
    bad,
    ' "" is invalid: patch: Invalid value: "map[data:map[a:!!]]": error decoding from json: illegal base64 data at input byte 0',
  ],
  ["a strategic patch to a number", STRATEGIC, { data: { a: 5 } }, '"map[data:map[a:5]]": cannot restore slice from int64'],
  [
    "a merge patch to a number",
    MERGE,
    { data: { a: 5 } },
    "json: cannot unmarshal number into Go struct field Secret.data of type []uint8",
  ],
  [
    "an apply of what is no base 64",
    APPLY,
    { ...secret, ...bad },
    "failed to convert new object (/s; /v1, Kind=Secret) to proper version: unable to convert unstructured object to /v1, Kind=Secret: error decoding from json: illegal base64 data at input byte 0",
  ],
];

test.each(ROWS)("%s is answered as by a real server", (_what, type, body, message) => {
  const { world } = createTestWorld();
  send(world, "POST", `${SHOP}/secrets`, { json: { ...secret, type: "Opaque", data: { a: "Yg==" } } });
  const query = type === APPLY ? "?fieldManager=me&force=true" : "";
  const answer = bodyOf(
    send(world, "PATCH", `${SHOP}/secrets/s${query}`, { json: body, headers: { "content-type": `application/${type}` } }),
  );
  expect(answer["kind"]).toBe(message === undefined ? "Secret" : "Status");
  if (message !== undefined) expect(answer["message"]).toContain(message);
});

test("bytes may be written as a list of numbers", () => {
  const { world } = createTestWorld();
  send(world, "POST", `${SHOP}/secrets`, { json: { ...secret, data: { a: [1] } } });
  expect(textOf(send(world, "GET", `${SHOP}/secrets/s`))).toContain('"data":{"a":"AQ=="}');
});
