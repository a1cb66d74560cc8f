import type { EvalReport } from "./report.ts";

/** A report under a name that no other of a comparison has. */
export interface NamedReport {
  readonly name: string;
  readonly report: EvalReport;
}

/** Names reports by their agents, with versions where these are equal, and with their places where those are equal too. */
export const nameReports = (reports: readonly Placed[]): readonly NamedReport[] => {
  const names = LEVELS.map((nameOf) => reports.map(nameOf));
  const best =
    names.find((of) => new Set(of).size === of.length) ?? reports.map((one, i) => `${i + 1}: ${one.report.agent} (${one.place})`);
  return reports.map(({ report }, i) => ({ name: best[i]!, report }));
};

interface Placed {
  readonly report: EvalReport;
  readonly place: string;
}

const LEVELS: readonly ((one: Placed) => string)[] = [
  ({ report }) => report.agent,
  ({ report }) => `${report.agent}, ${report.provenance.server_version}`,
  ({ report, place }) => `${report.agent} (${place})`,
];
