import type { Suite } from "../tasks/suite.ts";
import type { MeasuredPlay } from "../trajectories/measured-play.ts";
import type { TokenPrices } from "./effort.ts";
import type { NamedReport } from "./name-reports.ts";
import type { EvalReport } from "./report.ts";

/** A report with what is shown beside it. */
export interface ReportView {
  readonly report: EvalReport;
  readonly suite: Pick<Suite, "title" | "about">;
  /** Measurements of its episodes, by the ids of their trajectories. */
  readonly measured: ReadonlyMap<string, MeasuredPlay>;
  /** Folder of its trajectories; missing: there are none. */
  readonly folder?: string;
  readonly prices: TokenPrices;
  /** Report that it is compared with. */
  readonly before?: NamedReport;
}
