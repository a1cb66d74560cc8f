/** Headings that the README of every fault has, in this order. */
export const PLUGIN_HEADINGS = [
  "What breaks",
  "What the agent can see",
  "Correct fixes",
  "Wrong fixes that must fail",
  "Scope and backends",
  "Source",
];

/** Titles (`# …`) of a document; a `#` inside a code block is none. */
export const listTitles = (text: string): readonly string[] => withoutCode(text).match(/^# .+$/gm) ?? [];

/** Lists the fixed headings that a plug-in's README lacks, or has out of order. */
export const missingHeadings = (text: string): readonly string[] => {
  const headings = [...withoutCode(text).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading as string);
  let from = 0;
  return PLUGIN_HEADINGS.filter((wanted) => {
    const at = headings.indexOf(wanted, from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
};

/** Lists lines with a TODO and no address. */
export const findBareTodos = (text: string): readonly string[] => matchingLines(text, /\b(TODO|FIXME|XXX)(:|\()(?!.*https?:\/\/)/);

/** Lists lines with a path outside the project that exists on one machine only. */
export const findMachinePaths = (text: string): readonly string[] =>
  matchingLines(text, /(^|[\s"'`(=])(\/(work|root|home\/\w+|Users\/\w+)|\.\.\/shared)\//);

/** Folders whose doc comments begin with a noun or a verb. A folder is added once it is clean; none is removed. */
export const CLEAN_FOLDERS = [
  "charts",
  "cli",
  "clients",
  "core",
  "env",
  "injectors",
  "kube",
  "kubectl",
  "pool",
  "problems",
  "proto",
  "rewards",
  "shell",
  "sim",
  "tests",
  "tooling",
  "viewer",
];

/** Lists doc comments that begin with a question word; those of `What …` and `When …` hide what is returned and in which unit. */
export const findRiddles = (text: string): readonly string[] =>
  [...text.matchAll(/\/\*\*[\s*]*(?:What|When|Where|Who|Whom|Whose|How|Why|Whether|Which|If)\b[^\n]*/g)].map(([comment]) =>
    comment.replace(/\s+/g, " "),
  );

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "");

const matchingLines = (text: string, pattern: RegExp): readonly string[] => text.split("\n").filter((line) => pattern.test(line));
