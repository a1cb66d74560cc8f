import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CHARTS = join(import.meta.dirname, "../../charts");
const charts = readdirSync(CHARTS).filter((name) => readdirSync(join(CHARTS, name)).includes("Chart.yaml"));

/** Texts of a chart that say nothing of its app, by file. */
const commonFiles = (chart: string): ReadonlyMap<string, string> =>
  new Map(
    ["values.schema.json", ...readdirSync(join(CHARTS, chart, "templates")).map((name) => `templates/${name}`)].map((name) => [
      name,
      readFileSync(join(CHARTS, chart, name), "utf8"),
    ]),
  );

test("all charts have the same templates and schema, since their values alone tell them apart", () => {
  const [first = "", ...others] = charts;
  for (const chart of others) expect(commonFiles(chart), chart).toEqual(commonFiles(first));
});
