import { expect, test } from "vitest";
import { parseMongoScript } from "./javascript.ts";
import { tojson } from "./tojson.ts";

test("chains, literals, shell words and assignments are told apart", () => {
  const statements = parseMongoScript(
    "use admin; show users; var x = db.getSiblingDB(\"a\").users.find({n: 1, s: 't'}).limit(2)\nprintjson(x)",
  );
  expect(Array.isArray(statements) && statements.map(({ kind }) => kind)).toEqual(["use", "show", "assign", "value"]);
});

test("nonsense is a syntax error and no exception", () => {
  expect(parseMongoScript("db.(")).toMatch(/^SyntaxError/);
  expect(parseMongoScript("{a: }")).toMatch(/^SyntaxError/);
  expect(parseMongoScript('db.x.find({"a": [1, 2}')).toMatch(/^SyntaxError/);
});

test("short values are printed on one line, long ones indented", () => {
  expect(tojson({ ok: 1 })).toBe('{ "ok" : 1 }');
  expect(tojson([])).toBe("[ ]");
  expect(tojson({ roles: [{ role: "readWrite", db: "geo-db" }], user: "admin", customData: "something long enough" })).toContain(
    '\n\t"roles" : [\n\t\t{\n\t\t\t"role" : "readWrite"',
  );
});
