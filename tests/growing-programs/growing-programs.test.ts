import { expect, test } from "vitest";
import { growingProgram } from "./growing-program.ts";
import { playProgram } from "./play-program.ts";

const INPUT = "echo aaaa";

test.each([
  [`${INPUT} | awk '{while(gsub(/./,"&&"))n++}'`, "awk: out of memory\n"],
  [`${INPUT} | ${Array(15).fill("sed 's/./&&&&/g'").join(" | ")} | wc -c`, /sed: out of memory\n/],
  [`echo '[1,2]' | jq '${Array(40).fill(".+.").join("|")}'`, "jq: out of memory\n"],
  [`echo '[1,2]' | jq '${Array(40).fill("[.,.]").join("|")}'`, "jq: out of memory\n"],
  [`echo '[1,2]' | jq '${Array(40).fill("[.,.]").join("|")}|.==.'`, "jq: out of memory\n"],
  [`echo '"a"' | jq '${Array(40).fill('"\\(.)\\(.)"').join("|")}'`, "jq: out of memory\n"],
  ["awk 'BEGIN{for(i=0;i<199999;i++)for(j=0;j<199999;j++)n++}'", "awk: out of memory\n"],
  ["awk 'function f(n){if(n<300){f(n+1);f(n+1)}} BEGIN{f(0)}'", "awk: out of memory\n"],
  [`awk 'BEGIN{s="1";for(i=0;i<22;i++)s=s s;while(1)n+=s}'`, "awk: out of memory\n"],
  [`awk 'BEGIN{s="1";for(i=0;i<20;i++)s=s s;split(s "x",a,"y");while(a[1])n++}'`, "awk: out of memory\n"],
  ["seq 1 90000 | awk '{a[NR]=$0; for (k in a) n+=k}'", "awk: out of memory\n"],
  ["seq 1 90000 | sed -n 'G;h;p' | wc -c", "sed: out of memory\n0\n"],
  ["printf '%65536d' $(seq 1 20000)", /out of memory/],
])("%s runs out of memory", async (program, says) => {
  const played = await playProgram(program);
  expect(played.says).toEqual(typeof says === "string" ? says : expect.stringMatching(says));
});

test("programs of one action share its work, so that many that each end are as bounded as one", async () => {
  const line = Array(6).fill("seq 1 90000 | sed -E 's/(1|2|3)*(4|5|6)*/&&&/g' | wc -c").join("; ");
  expect((await playProgram(line)).says).toContain("more work of the cluster than is allowed");
});

test("programs over large inputs go on as before", async () => {
  const { says } = await playProgram(
    `seq 1 90000 | tr -s '0-9' | sed 's/1/x/g' | awk '{n+=length($0); s[$0 % 7]++} END {print n, length(s)}'`,
  );
  expect(says).toMatch(/^\d+ 7\n$/);
});

test.each(Array.from({ length: 25 }, (_, seed) => [seed]))(
  "the growing program of seed %i ends, and costs the same twice",
  async (seed) => {
    const { says } = await playProgram(growingProgram(seed));
    expect((await playProgram(growingProgram(seed))).says).toBe(says);
  },
);
