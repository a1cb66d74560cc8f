// Checks that the loaders of the project that it runs in find plug-ins: `node tests/new-user/check-plugins.ts <id> …`.
import assert from "node:assert/strict";
import { loadLibrary } from "#env/catalogue/library.ts";
import { loadPolicies } from "#env/catalogue/load-policies.ts";

const { tools, noise, decoys, rewards } = await loadLibrary();
const found = new Set([
  ...tools.map(({ spec }) => spec.name),
  ...[...noise, ...decoys, ...(await loadPolicies())].map(({ id }) => id),
  ...rewards.map(({ name }) => name),
]);
const wanted = process.argv.slice(2);
assert(wanted.length > 0, "no plug-in is named");
assert.deepEqual(
  wanted.filter((id) => !found.has(id)),
  [],
  "plug-ins that no loader finds",
);
