import { expect, test } from "vitest";
import { filterRefusal, runFilter } from "./filters.ts";

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
  [["awk", "{print $1}"], "NAME\nweb-1\ndb-0\nweb-2\n"],
  [["awk", 'NR>1 && $2 != "1/1" {print $1 ":", $NF}'], "db-0: 0/1\n"],
  [["awk", "/web/"], "web-1 1/1\nweb-2 1/1\n"],
  [["awk", "-F/", "{print $2}"], "\n1\n1\n1\n"],
  [["sed", "-n", "2p"], "web-1 1/1\n"],
  [["sed", "1d"], "web-1 1/1\ndb-0 0/1\nweb-2 1/1\n"],
  [["sed", "-E", "s/(web|db)-([0-9])/\\2-&/g"], "NAME READY\n1-web-1 1/1\n0-db-0 0/1\n2-web-2 1/1\n"],
  [["tr", "a-z", "A-Z"], "NAME READY\nWEB-1 1/1\nDB-0 0/1\nWEB-2 1/1\n"],
  [["cut", "-d", " ", "-f1"], "NAME\nweb-1\ndb-0\nweb-2\n"],
])("%j filters", (words, expected) => {
  expect(runFilter(words, INPUT)?.stdout).toBe(expected);
});

test("jq -e ends like what it printed last, and -S sorts", () => {
  expect(runFilter(["jq", "-e", ".a"], '{"a":null}')).toMatchObject({ stdout: "null\n", exitCode: 1 });
  expect(runFilter(["jq", "-cS", "."], '{"b":1,"a":2}')?.stdout).toBe('{"a":2,"b":1}\n');
});

test("a pattern that could run for ever is refused", () => {
  expect(runFilter(["grep", "-E", "(a+)+$"], INPUT)).toMatchObject({ exitCode: 2 });
});

test("files and unknown programs are refused", () => {
  expect(runFilter(["grep", "x", "/etc/passwd"], INPUT)?.stderr).toContain("No such file");
  expect(runFilter(["perl", "-e", "1"], INPUT)).toBeUndefined();
});

test.each([
  [".items[].name", '"a"\n"b"\n'],
  [".items[] | select(.n > 1) | {name, twice: .n}", '{\n  "name": "b",\n  "twice": 2\n}\n'],
  ["[.items[].n] | length", "2\n"],
  [".items | map(.name)", '[\n  "a",\n  "b"\n]\n'],
  ['.items[0] | "\\(.name)=\\(.n)"', '"a=1"\n'],
  [".nope.deep", "null\n"],
  ['.nope // "none"', '"none"\n'],
  [".items | map(.n) | add", "3\n"],
  ['.items[0] | .name + "-" + (.n | tostring)', '"a-1"\n'],
  [".items[1].n * 2 - 1 == 3", "true\n"],
  ["[.items[] | [.name, .n] | @tsv]", '[\n  "a\\t1",\n  "b\\t2"\n]\n'],
  ["del(.items) | length", "0\n"],
  [".items | sort_by(.n) | reverse | .[0].name", '"b"\n'],
  [".items | group_by(.n > 1) | map(length)", "[\n  1,\n  1\n]\n"],
  [".items[-1].name", '"b"\n'],
  ['.items | any(.name == "b")', "true\n"],
])("jq %j", (program, expected) => {
  expect(runFilter(["jq", program], '{"items":[{"name":"a","n":1},{"name":"b","n":2}]}')?.stdout).toBe(expected);
});

test.each([
  ["awk", '{system("x")}'],
  ["jq", "reduce .[] as $x (0; . + $x)"],
  ["sed", "w out"],
  ["perl", "-e"],
])("%s %j is refused before anything is run", (...words) => {
  expect(filterRefusal(words)).toContain("not available");
});
