import { expect, test } from "vitest";
import { runFilter } from "./filters.ts";

const INPUT = "NAME READY\nweb-1 1/1\ndb-0 0/1\nweb-2 1/1\n";

test.each([
  [["grep", "web"], "web-1 1/1\nweb-2 1/1\n"],
  [["grep", "-v", "web"], "NAME READY\ndb-0 0/1\n"],
  [["grep", "-ic", "WEB"], "2\n"],
  [["grep", "-E", "^(db|x)"], "db-0 0/1\n"],
  [["grep", "web\\|db"], "web-1 1/1\ndb-0 0/1\nweb-2 1/1\n"],
  [["grep", "-A1", "web-1"], "web-1 1/1\ndb-0 0/1\n"],
  [["grep", "-o", "[0-9]/[0-9]"], "1/1\n0/1\n1/1\n"],
  [["grep", "-n", "db"], "3:db-0 0/1\n"],
  [["head", "-1"], "NAME READY\n"],
  [["head", "-n", "2"], "NAME READY\nweb-1 1/1\n"],
  [["tail", "-n1"], "web-2 1/1\n"],
  [["tail", "-n", "+4"], "web-2 1/1\n"],
  [["wc", "-l"], "4\n"],
  [["sort", "-r"], "web-2 1/1\nweb-1 1/1\ndb-0 0/1\nNAME READY\n"],
  [["sort", "-k2", "-u"], "db-0 0/1\nweb-1 1/1\nweb-2 1/1\nNAME READY\n"],
  [["cut", "-d", " ", "-f1"], "NAME\nweb-1\ndb-0\nweb-2\n"],
])("%j filters", (words, expected) => {
  expect(runFilter(words, INPUT)?.stdout).toBe(expected);
});

test("a pattern that could run for ever is refused", () => {
  expect(runFilter(["grep", "-E", "(a+)+$"], INPUT)).toMatchObject({ exitCode: 2 });
});

test("files and unknown programs are refused", () => {
  expect(runFilter(["grep", "x", "/etc/passwd"], INPUT)?.stderr).toContain("No such file");
  expect(runFilter(["awk", "{print}"], INPUT)).toBeUndefined();
});
