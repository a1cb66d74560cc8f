import { kubectl } from "#core/tool-call.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { majorityOf, oddOnes } from "./odd-one-out.ts";
import { firstOf, rolledBack, targetOf } from "./repairs.ts";
import type { Finding, Rule } from "./rule.ts";

/** Rules on images. */
export const IMAGE_RULES: readonly Rule[] = [
  {
    faults: ["image-reference-nonexistent"],
    rank: 70,
    find: ({ running }) => running.filter((one) => /@sha256:|-rc\d+$/.test(imageOf(one))).map(found("runs an image of another manner")),
  },
  {
    faults: ["image-reference-nonexistent"],
    rank: 50,
    find: ({ running }) => [...Map.groupBy(running, (one) => repositoryOf(imageOf(one))).values()].flatMap(oddImages),
  },
  {
    faults: ["image-reference-nonexistent"],
    rank: 40,
    find: ({ running }) => {
      const tags = new Set(running.map((one) => tagOf(imageOf(one))));
      return running
        .filter((one) => [...tags].some((tag) => isMisspelt(tagOf(imageOf(one)), tag)))
        .map(found("has letters of a tag swapped"));
    },
  },
  {
    faults: ["image-store-incompatible"],
    type: "image-version-incompatible",
    rank: 45,
    find: ({ running }) =>
      oddOnes(
        running.filter((one) => /(^|\/)(mongo|postgres):/.test(imageOf(one))),
        (one) => tagOf(imageOf(one)).split(".").slice(0, 2).join("."),
      ).map(found("runs another release than its siblings")),
  },
  {
    faults: ["op-operator-image-broken"],
    rank: 40,
    find: ({ running }) =>
      running.filter((one) => /tidb-oprator|operater|pincap|opertor|-operator-/.test(imageOf(one))).map(found("has a misspelt image")),
  },
  {
    faults: [
      "image-buggy-build",
      "app-wrong-store-port",
      "code-artificial-delay",
      "code-busy-loop",
      "code-memory-leak",
      "code-missing-parameter",
    ],
    type: "buggy-build",
    rank: 15,
    find: ({ running }) =>
      oddOnes(
        running.filter((one) => (firstOf(one)?.image ?? "").includes("/")),
        (one) => tagOf(imageOf(one)),
      ).map(found("runs another release than its siblings")),
  },
  {
    faults: ["image-wrong-architecture"],
    type: "image-architecture",
    rank: 5,
    find: ({ running }) =>
      oddOnes(
        running.filter((one) => (firstOf(one)?.image ?? "").includes("/")),
        (one) => tagOf(imageOf(one)),
      ).map(found("runs another release than its siblings")),
  },
  {
    faults: ["image-buggy-build", "code-missing-parameter"],
    type: "buggy-build",
    rank: 15,
    find: ({ running }) =>
      running.filter((one) => /:(build-\d+|main-[0-9a-f]{7}|release-\d+\.\d+)$/.test(imageOf(one))).map(found("runs a build of a branch")),
  },
];

const found =
  (says: string) =>
  (about: Workload): Finding => ({
    resource: targetOf(about),
    about,
    says: `${targetOf(about)} ${says}: ${imageOf(about)}`,
    repair: rolledBack(about),
  });

const imageOf = (workload: Workload): string => firstOf(workload)?.image ?? "";

const repositoryOf = (image: string): string => image.replace(/(@.*|:[^/:]*)$/, "").replace(/-service$/, "");

const tagOf = (image: string): string => /:([^/:]*)$/.exec(image)?.[1] ?? "";

const oddImages = (same: readonly Workload[]): readonly Finding[] => {
  const usual = majorityOf(same.map(imageOf));
  return oddOnes(same, imageOf).map((about) => ({
    ...found("runs another image than its siblings")(about),
    repair: [kubectl(`set image ${targetOf(about)} ${firstOf(about)?.name}=${usual}`)],
  }));
};

/** The same letters in another order, or one too many. */
const isMisspelt = (tag: string, other: string): boolean =>
  tag !== other &&
  tag.length > 2 &&
  (tag === `${other}1` || tag === `${other}x` || [...tag].sort().join("") === [...other].sort().join(""));
