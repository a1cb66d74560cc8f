import { renderFields } from "../kubernetes-fields/render-fields.ts";
import { subjectOf } from "./command-subject.ts";
import { titleOf } from "./compare.ts";
import { CLUSTER_KINDS, IGNORED_FIELDS, NAMESPACED_KINDS } from "./final-objects.ts";
import { type KnownDifferences, readKnown } from "./known-differences.ts";
import { readRecording } from "./recording.ts";
import { findScenarios, SCENARIOS, type Scenario, type Step } from "./scenario.ts";

/** Maximum share of commands that are compared in part. */
export const LOOSENED_SHARE_MAX = 0.1;

/**
 * Renders the page on the agreement of the simulated Kubernetes and its kubectl with real ones, from the recordings and
 * the lists of differences.
 */
export const renderCoverage = (): string => {
  const scenarios = findScenarios(SCENARIOS).filter((scenario) => readRecording(scenario) !== undefined);
  const rows = scenarios.flatMap(rowsOf);
  const versions = readRecording(scenarios[0] as Scenario)?.meta;
  return [
    "# Kubernetes coverage",
    "",
    "Written by `npm run docs` from the scenarios under `tests/parity/`, and from the code (`tests/kubernetes-fields/`).",
    "",
    `${scenarios.length} scenarios with ${rows.filter(({ isCommand }) => isCommand).length} commands were run twice on a real cluster (Kubernetes ${versions?.kubernetes}, kubectl ${versions?.kubectl}), and what it answered was written down. \`npm test\` asks the same of a simulated cluster in two ways: a real kubectl at its https endpoint, and the kubectl of episodes in process. After each scenario the objects are compared field by field. Names, uids, times and addresses that differ between any two runs are taken out on both sides, and nothing else.`,
    "",
    ...LEGS.map(({ leg, title }) => standing(rows, leg, title)),
    "",
    "## Verb by kind",
    "",
    "Equal answers of all, in process and at the endpoint. Kinds in brackets are those that the verb was tried on.",
    "",
    "| verb | in process | endpoint | kinds |",
    "|---|---|---|---|",
    ...verbRows(rows),
    "",
    "## Known differences",
    "",
    ...LEGS.flatMap(({ leg, title }) => [`### ${capital(title)}`, "", ...differenceLines(readKnown(leg)), ""]),
    "## Commands that are compared in part",
    "",
    ...loosenedLines(rows),
    "",
    "## Fields without an effect",
    "",
    ...renderFields(),
    "",
    "## Objects",
    "",
    `Kinds: ${[...NAMESPACED_KINDS, ...CLUSTER_KINDS].map((kind) => `\`${kind.split(".")[0]}\``).join(", ")}. Objects on which the two runs on the real cluster did not agree are left out, and events about objects that are gone. Fields that are left out:`,
    "",
    ...IGNORED_FIELDS.map(({ kind, path, reason }) => `- \`${path}\`${kind === undefined ? "" : ` of ${kind}`}: ${reason}`),
    "",
  ].join("\n");
};

const LEGS = [
  { leg: "in-process", title: "the in-process kubectl on a simulated cluster" },
  { leg: "endpoint", title: "a real kubectl at the endpoint of a simulated cluster" },
] as const;

/** Share of the commands that is compared in part. */
export const loosenedShare = (): number => {
  const commands = findScenarios(SCENARIOS).flatMap(({ steps }) => steps.filter((step) => "run" in step));
  return commands.filter((step) => modeOf(step) !== "all").length / commands.length;
};

interface Row {
  readonly scenario: string;
  readonly step: string;
  readonly isCommand: boolean;
  readonly line: string;
  readonly mode: string;
  readonly why: string;
}

const rowsOf = (scenario: Scenario): readonly Row[] => [
  ...scenario.steps.flatMap((step, at) =>
    "until" in step
      ? []
      : [
          {
            scenario: scenario.name,
            step: `${at + 1}`,
            isCommand: "run" in step,
            line: titleOf(step),
            mode: modeOf(step),
            why: ("loosened" in step ? step.loosened : undefined) ?? "",
          },
        ],
  ),
  ...(readRecording(scenario)?.objects === undefined
    ? []
    : [{ scenario: scenario.name, step: "objects", isCommand: false, line: "", mode: "all", why: "" }]),
];

const modeOf = (step: Step): string => ("compare" in step ? (step.compare ?? "all") : "all");

const differing = (leg: string): ReadonlySet<string> => {
  const found =
    listed.get(leg) ??
    new Set(
      readKnown(leg).flatMap(({ steps }) =>
        Object.entries(steps).flatMap(([name, numbers]) => numbers.map((number) => `${name} ${number}`)),
      ),
    );
  listed.set(leg, found);
  return found;
};

const listed = new Map<string, ReadonlySet<string>>();

const standing = (rows: readonly Row[], leg: string, title: string): string => {
  const other = differing(leg);
  const share = (some: readonly Row[]): string => {
    const equal = some.filter(({ scenario, step }) => !other.has(`${scenario} ${step}`)).length;
    return `${equal} of ${some.length} (${((100 * equal) / Math.max(1, some.length)).toFixed(1)} %)`;
  };
  const compared = rows.filter(({ isCommand, mode }) => isCommand && mode !== "none");
  return `- ${capital(title)}: ${share(compared)} commands equal; objects of ${share(rows.filter(({ isCommand }) => !isCommand))} looks.`;
};

const verbRows = (rows: readonly Row[]): readonly string[] => {
  const byVerb = Map.groupBy(
    rows.filter(({ isCommand, mode }) => isCommand && mode !== "none"),
    ({ line }) => subjectOf(line).verb,
  );
  const known = [...byVerb].filter(([, members]) => members.length > 1 || !/ /.test(subjectOf(members[0]?.line ?? "").verb));
  return known
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([verb, members]) => {
      const kinds = [...new Set(members.flatMap(({ line }) => subjectOf(line).kind ?? []))].sort();
      return `| ${verb} | ${passed(members, "in-process")} | ${passed(members, "endpoint")} | ${kinds.map((kind) => kindText(members, kind)).join(", ")} |`;
    });
};

const kindText = (members: readonly Row[], kind: string): string => {
  const own = members.filter(({ line }) => subjectOf(line).kind === kind);
  const isEqual = LEGS.every(({ leg }) => own.every(({ scenario, step }) => !differing(leg).has(`${scenario} ${step}`)));
  return isEqual ? kind : `${kind} (${LEGS.map(({ leg }) => passed(own, leg)).join(", ")})`;
};

const passed = (members: readonly Row[], leg: string): string => {
  const other = differing(leg);
  const equal = members.filter(({ scenario, step }) => !other.has(`${scenario} ${step}`)).length;
  return equal === members.length ? `all ${members.length}` : `${equal} of ${members.length}`;
};

const differenceLines = (known: readonly KnownDifferences[]): readonly string[] =>
  known.length === 0
    ? ["None."]
    : known.map(({ reason, steps, sometimes }) => {
        const places = Object.entries(steps).map(([name, numbers]) => `${name} ${numbers.join(" ")}`);
        return `- ${capital(reason)}${sometimes === true ? " (by chance)" : ""}: ${places.join("; ")}.`;
      });

const loosenedLines = (rows: readonly Row[]): readonly string[] => {
  const commands = rows.filter(({ isCommand }) => isCommand);
  const some = commands.filter(({ mode }) => mode !== "all");
  const groups = Map.groupBy(some, ({ mode, why }) => `${MODES[mode]}${why === "" ? "" : `, because ${why}`}`);
  return [
    `${some.length} of ${commands.length} (${((100 * some.length) / commands.length).toFixed(1)} %):`,
    "",
    ...[...groups].map(([title, members]) => `- ${title}: ${members.map(({ scenario, step }) => `${scenario} ${step}`).join("; ")}`),
  ];
};

const MODES: Readonly<Record<string, string>> = {
  stdout: "standard output and exit code",
  exit: "exit code",
  sorted: "lines in any order",
  none: "nothing",
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
