import { expect, test } from "vitest";
import { MONGO_SERIES, refusesData, seriesOf } from "./mongo-version.ts";

test("a server opens data of its own series and of the long-term series before, and no others", () => {
  const opened = MONGO_SERIES.map(({ releases: [release = ""] }) =>
    MONGO_SERIES.map(({ releases: [maker = ""] }) => seriesOf(maker)).filter((series) => refusesData(release, series) === undefined),
  );
  expect(opened).toEqual([["8.0", "7.0"], ["7.0", "6.0"], ["6.0", "5.0"], ["5.0", "4.4"], ["4.4", "4.2"], ["4.2"]]);
});

test("its error names the version of the data and those that it opens, as MongoDB does", () => {
  expect(refusesData("6.0.14", "4.4")).toBe(
    "UPGRADE PROBLEM: Found an invalid featureCompatibilityVersion document (ERROR: Location4926900: Invalid featureCompatibilityVersion document in admin.system.version: { _id: \"featureCompatibilityVersion\", version: \"4.4\" }. See https://docs.mongodb.com/master/release-notes/5.0-compatibility/#feature-compatibility. :: caused by :: Invalid feature compatibility version value, expected '5.0' or '5.3' or '6.0'. See https://docs.mongodb.com/master/release-notes/5.0-compatibility/#feature-compatibility.). If the current featureCompatibilityVersion is below 5.0, see the documentation on upgrading at https://docs.mongodb.com/master/release-notes/5.0/#upgrade-procedures.",
  );
});
