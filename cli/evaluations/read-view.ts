import { dirname } from "node:path";
import { CliError } from "../errors/cli-error.ts";
import { readSuite } from "../tasks/suite.ts";
import { given } from "../trajectories/given.ts";
import { shardNames } from "../trajectories/shard-names.ts";
import type { TokenPrices } from "./effort.ts";
import { readMeasured } from "./eval-folder.ts";
import type { NamedReport } from "./name-reports.ts";
import { type EvalReport, fileOfReport } from "./report.ts";
import type { ReportView } from "./report-view.ts";

/** Reads what is shown beside a report. @param place file or folder of the report; missing: none was written */
export const readView = async (
  report: EvalReport,
  { place, prices, before }: { readonly place: string | undefined; readonly prices: TokenPrices; readonly before: NamedReport | undefined },
): Promise<ReportView> => {
  const folder = place === undefined ? undefined : dirname(fileOfReport(place));
  return {
    report,
    suite: await readTitle(report),
    measured: folder === undefined ? new Map() : readMeasured(folder),
    ...given("folder", folder !== undefined && shardNames(folder).length > 0 ? folder : undefined),
    prices,
    ...given("before", before),
  };
};

/** Title of a suite; reports of one that does not ship here are shown too. */
const readTitle = async ({ suite }: EvalReport): Promise<ReportView["suite"]> => {
  try {
    return await readSuite(suite);
  } catch (error) {
    if (error instanceof CliError) return { title: suite, about: "This suite does not ship with this version." };
    throw error;
  }
};
