import { expect, test } from "vitest";
import { splitSections } from "./split-sections.ts";

const rolesIn = (text: string): readonly string[] => splitSections(text).map(({ text: sentence, role }) => `${role}: ${sentence}`);

test("a line behind a heading has its role, in all of its sentences", () => {
  expect(rolesIn("symptoms: pods wait. users see errors.\nroot cause: geo has no replicas.\nfix: scale it.")).toEqual([
    "effect: symptoms: pods wait.",
    "effect: users see errors.",
    "cause: root cause: geo has no replicas.",
    "repair: fix: scale it.",
  ]);
});

test("a heading that stands alone holds until the next one", () => {
  expect(rolesIn("ruled_out:\n- coredns\n- the policies\nroot_cause:\n- geo has no replicas")).toEqual([
    "aside: ruled_out:",
    "aside: coredns",
    "aside: the policies",
    "cause: root_cause:",
    "cause: geo has no replicas",
  ]);
});

test("what is not the cause is no cause, and a component that is called like a heading is none", () => {
  expect(rolesIn("not the cause: dns\nrecommendation cannot be scheduled: 3 insufficient cpu")).toEqual([
    "aside: not the cause: dns",
    "plain: recommendation cannot be scheduled: 3 insufficient cpu",
  ]);
});
