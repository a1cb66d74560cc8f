import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { ChartValues } from "../manifest-values.ts";
import { parseBehaviour } from "../parse-behaviour.ts";
import { parseVariants } from "./parse-variants.ts";

const PATH = "charts/hotel-reservation/variants.yaml";
const CHART = new URL("../../../charts/hotel-reservation/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, CHART), "utf8");
const original = read("variants.yaml");
const app = {
  behaviour: parseBehaviour([{ path: "behaviour.yaml", text: read("behaviour.yaml") }], () => []),
  values: parse(read("values.yaml")) as ChartValues,
};

const complaints = (from: string, to: string): readonly string[] => {
  expect(original).toContain(from);
  try {
    parseVariants({ path: PATH, text: original.replace(from, () => to) }, app);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
};
const lineOf = (text: string): number => original.split("\n").findIndex((line) => line.includes(text)) + 1;

test("the choices as they are have no problem", () => expect(complaints("count: 20", "count: 20")).toEqual([]));

test.each([
  ["count: 20", "count: none", "count: ", "count: 20"],
  ["  - travel-prod", "  - Travel_Prod", "namespaces\\.10: write lower-case", "  - travel-prod"],
  ["    user: [user,", "    users: [user,", "names\\.words\\.users: the chart has no component users", "    user: [user,"],
  [
    "    /workspace/config.json: [",
    "    /etc/none.json: [",
    "settings\\.files\\./etc/none\\.json: the chart has no file",
    "/workspace/config.json: [",
  ],
  [
    "{ name: GOGC,",
    "{ name: RATE_RPC_TIMEOUT_MS,",
    "environment\\.2\\.name: the component search sets RATE_RPC_TIMEOUT_MS itself",
    "{ name: GOGC,",
  ],
  ["optional: [jaeger]", "optional: [zipkin]", "optional\\.0: no component is called zipkin", "optional: [jaeger]"],
])("%s changed to %s is told with line and field", (from, to, says, place) => {
  expect(complaints(from, to)[0]).toMatch(new RegExp(`^${PATH}:${lineOf(place)}: ${says}`));
});
