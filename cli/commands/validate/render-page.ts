import type { TaskInfo } from "#env/host/episode-protocol.ts";
import { appOf, problemOf } from "../../tasks/choose-tasks.ts";
import type { Finding, Verdict } from "./verdict.ts";

/**
 * Renders what was found as a page of Markdown: numbers of tasks by application, layer, class and problem, what failed, and every object
 * that a fault does not apply to, with the reason.
 *
 * @param infoOf facts of a task by its URI
 */
export const renderPage = ({ verdicts, excluded }: Finding, infoOf: (uri: string) => TaskInfo): string => {
  const facts = verdicts.map((verdict) => ({ verdict, tags: infoOf(verdict.task).tags }));
  const counts = (title: string, keysOf: (tags: readonly string[], uri: string) => readonly string[]): string =>
    section(
      `By ${title}`,
      table(
        [title, ...COUNTS],
        [...groupBy(facts, ({ tags, verdict }) => keysOf(tags, verdict.task))].map(([key, own]) => [
          key,
          ...count(own.map(({ verdict }) => verdict)),
        ]),
      ),
    );
  const failed = verdicts.filter(({ passed }) => !passed);
  return `${[
    "# Qualification of tasks",
    `${verdicts.length} tasks were played through their whole life: ${verdicts.length - failed.length} passed, ${failed.length} failed. ` +
      `${excluded.length} objects are ones that a fault does not apply to.`,
    counts("application", (_tags, uri) => [appOf(uri)]),
    counts("layer", (tags) => valuesOf(tags, "layer:", "none")),
    counts("class", (tags) => [classOf(tags)]),
    counts("problem", (_tags, uri) => [problemOf(uri)]),
    section("Failed", failed.length === 0 ? "None." : failed.map(renderFailure).join("\n")),
    section(
      "Exclusions",
      table(
        ["application", "fault", "object", "reason"],
        excluded.map(({ app, faultId, resource, reason }) => [app, faultId, resource, reason]),
      ),
    ),
  ].join("\n\n")}\n`;
};

const COUNTS = ["tasks", "visible", "latent", "passed", "failed"];

const count = (found: readonly Verdict[]): readonly number[] => {
  const [visible, passed] = [found.filter((one) => one.visible).length, found.filter((one) => one.passed).length];
  return [found.length, visible, found.length - visible, passed, found.length - passed];
};

/** Groups what may belong to several groups, sorted by their names. */
const groupBy = <T>(all: readonly T[], keysOf: (one: T) => readonly string[]): ReadonlyMap<string, readonly T[]> => {
  const keys = [...new Set(all.flatMap(keysOf))].sort();
  return new Map(keys.map((key) => [key, all.filter((one) => keysOf(one).includes(key))]));
};

/** Different values of a tag such as `layer:network`. */
const valuesOf = (tags: readonly string[], prefix: string, none: string): readonly string[] => {
  const values = tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));
  return values.length === 0 ? [none] : [...new Set(values)];
};

const classOf = (tags: readonly string[]): string =>
  ["healthy", "single-fault", "multi-fault"].find((tag) => tags.includes(tag)) ?? "other";

const renderFailure = ({ task, failures }: Verdict): string =>
  `- \`${task}\`\n${failures.map((failure) => `  - ${oneLine(failure)}`).join("\n")}`;

const section = (heading: string, body: string): string => `## ${heading}\n\n${body}`;

const table = (titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [titles, titles.map(() => "---"), ...rows]
    .map((row) => `| ${row.map((cell) => oneLine(`${cell}`).replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
