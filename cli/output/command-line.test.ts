import { expect, test } from "vitest";
import { toCommandLine, withOption } from "./command-line.ts";

test("a command line is quoted where a shell would read it otherwise", () => {
  const words = ["dataset", "--task", "kubedrill://shop/a?target=b", "--out", "it's here", "--seed=1"];
  expect(toCommandLine(words)).toBe("kubedrill dataset --task 'kubedrill://shop/a?target=b' --out 'it'\\''s here' --seed=1");
});

test("an option is replaced however it was written, and added where it was not", () => {
  for (const words of [
    ["rollout", "--json"],
    ["rollout", "--skip", "3", "--json"],
    ["rollout", "--skip=3", "--json"],
  ]) {
    expect(withOption(words, "--skip", "7")).toEqual(["rollout", "--json", "--skip", "7"]);
  }
});
