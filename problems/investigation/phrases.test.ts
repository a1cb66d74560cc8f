import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { PHRASES, type PhraseName } from "./phrases.ts";
import { openSpeaker } from "./speaker.ts";

const NAMES = Object.keys(PHRASES) as readonly PhraseName[];

/** Forms of sentences that say what the name tells, without their places. */
const formsOf = (name: PhraseName): readonly string[] => PHRASES[name];

test.each(NAMES)("%s has six forms or more that differ in more than their marks", (name) => {
  const bare = formsOf(name).map((form) => form.toLowerCase().replaceAll(/[^a-z{}]/g, ""));
  expect(new Set(formsOf(name)).size).toBe(bare.length);
  expect(new Set(bare).size).toBeGreaterThanOrEqual(6);
});

test("the seed chooses the form, all of them in the long run, and none twice running", () => {
  for (const name of NAMES) {
    const said = (seed: string): readonly string[] => {
      const speaker = openSpeaker(createRng(seed));
      return Array.from({ length: 200 }, () => speaker.say(name));
    };
    const mine = said("1");
    expect(said("1")).toEqual(mine);
    expect(said("2")).not.toEqual(mine);
    expect(new Set(mine).size).toBe(new Set(formsOf(name).map((form) => form.replaceAll(/\{\w+\}/g, ""))).size);
    expect(mine.some((form, i) => form === mine[i + 1])).toBe(false);
  }
});
