import { expect, test } from "vitest";
import type { TaskInfo } from "../../host/episode-protocol.ts";
import { chooseVacant, type VacancyOf } from "./choose-vacant.ts";

/** Draws the seeds 1, 2, 3 …; those in the lists have a slot at once, or soon. */
const chooseSeed = (free: readonly string[], coming: readonly string[] = []) => {
  let drawn = 0;
  const choose = () => ({ task: {} as TaskInfo, uri: "kubedrill://shop/broken", seed: `${++drawn}` });
  const vacancyOf = ({ seed }: { readonly seed: string }): ReturnType<VacancyOf> =>
    free.includes(seed) ? "free" : coming.includes(seed) ? "coming" : "none";
  const { seed } = chooseVacant(choose, vacancyOf);
  return { seed, drawn };
};

test("the first seed is taken whose variant has a free slot, and no more are drawn then", () => {
  expect(chooseSeed(["3", "5"], ["1"])).toEqual({ seed: "3", drawn: 3 });
  expect(chooseSeed(["1"])).toEqual({ seed: "1", drawn: 1 });
});

test("where no slot is free, the first seed whose variant will have one is taken, or else the first of all", () => {
  expect(chooseSeed([], ["4", "6"]).seed).toBe("4");
  expect(chooseSeed([]).seed).toBe("1");
});
