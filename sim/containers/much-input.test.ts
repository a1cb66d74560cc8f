import { expect, test } from "vitest";
import { createShellBed } from "./shell-bed.cases.ts";

test.each([
  ["head -c 3000000 /dev/zero | wc -c", "3000000\n"],
  ["head -c 70000 /dev/zero > /tmp/z; cat /tmp/z /tmp/z | wc -c", "140000\n"],
  ["seq 1 200000 | wc -l", "200000\n"],
  ["printf 'one tw' > /tmp/a; (cat /tmp/a; sleep 0.1; printf 'o three\\n') | wc -w", "3\n"],
  ["printf 'a b\\nc' > /tmp/a; printf 'd\\n' > /tmp/b; wc /tmp/a /tmp/b | tail -1 | tr -s ' '", " 2 4 7 total\n"],
  ["yes | sed 2q", "y\ny\n"],
  ["seq 1 9 | sort -r | head -n 2", "9\n8\n"],
])("%s counts what came, however much", (script, stdout) => {
  expect(createShellBed().run(script)).toMatchObject({ kind: "exited", exitCode: 0, stdout });
});

test.each([
  ["cat < /dev/zero > /dev/full", "cat: write error: No space left on device\n"],
  ["head -c 1000000000000000 < /dev/zero > /dev/full", "head: write error: No space left on device\n"],
  ["seq 1 150000 | sort", "sort: out of memory\n"],
  ["seq 1 150000 | sed s/1/2/", "sed: out of memory\n"],
])("%s ends, and says why", (script, stderr) => {
  expect(createShellBed().run(script)).toMatchObject({ kind: "exited", exitCode: 1, stderr });
});
