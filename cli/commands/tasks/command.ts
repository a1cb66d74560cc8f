import { defineCommand } from "../../command.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { wholeNumber } from "../../options/option-values.ts";
import { SERVER_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import type { CliOutput } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import { findTasks, problemOf, TASK_OPTIONS, type TaskChoice } from "../../tasks/choose-tasks.ts";
import { chooseExcluded, printExcluded } from "../../tasks/excluded-targets.ts";
import { readSuite, suiteNames } from "../../tasks/suite.ts";
import { printSuite } from "./print-suite.ts";

interface TasksOptions extends TaskChoice, ServerOptions {
  readonly count?: boolean;
  readonly suite?: string;
  readonly limit?: number;
}

type TaskList = Awaited<ReturnType<typeof findTasks>>;

export default defineCommand<TasksOptions>({
  name: "tasks",
  summary: "list, filter and count the tasks that can be played",
  description:
    "Lists tasks: an application, one or two faults and their targets, or a healthy system. The URI of a task is what `rollout --task` and Reset take; what it does not pin is drawn from the episode's seed. Targets that a listed fault cannot be applied to follow, each with the reason.",
  options: [
    ...TASK_OPTIONS,
    {
      flags: "--suite <name>",
      description: "the tasks of a suite instead, and its problems that cannot be played yet",
      choices: suiteNames(),
    },
    { flags: "--count", description: "print numbers by split and problem instead of tasks; of a suite, what its other problems wait for" },
    { flags: "--limit <n>", description: "print at most so many tasks", parse: wholeNumber("--limit", 1, 1_000_000) },
    ...SERVER_OPTIONS,
  ],
  examples: [
    { command: "tasks --split all --count", says: "how many tasks there are, by split and problem" },
    { command: "tasks --fault service-selector-mismatch --split all", says: "every way to break one thing" },
    { command: "tasks --suite sregym --count", says: "how many problems of SREGym can be played, and what the others wait for" },
    { command: "tasks --tags healthy --split all --json", says: "for a program: one JSON object per line" },
  ],
  doing: ({ count }) => (count === true ? "counting tasks" : "listing tasks"),
  run: async (options, output) => {
    if (options.suite !== undefined) {
      printSuite(await readSuite(options.suite), options, output);
      return EXIT_CODES.ok.code;
    }
    const engine = await openEngine(options);
    try {
      const tasks = await findTasks(engine, options, "train");
      if (options.count === true) printCounts(tasks, output);
      else {
        printTasks(tasks.slice(0, options.limit), output, tasks.length);
        printExcluded(chooseExcluded(engine.listExcluded?.() ?? [], options, tasks), output);
      }
      return EXIT_CODES.ok.code;
    } finally {
      await engine.close();
    }
  },
});

const printTasks = (tasks: TaskList, output: CliOutput, total: number): void => {
  for (const { uri, publicId, title, split, tags, difficulty, backends, digest } of tasks) {
    output.emit({ uri, public_id: publicId, title, split, tags, difficulty, backends, digest });
  }
  const rows = tasks.map((task) => [task.split, task.difficulty, task.uri]);
  output.print(renderTable([{ title: "split" }, { title: "difficulty", align: "right" }, { title: "uri" }], rows));
  output.print(tasks.length === total ? `\n${total} tasks` : `\n${tasks.length} of ${total} tasks`);
};

const printCounts = (tasks: TaskList, output: CliOutput): void => {
  const counts = new Map<string, number>();
  for (const task of tasks) {
    const key = `${task.split} ${problemOf(task.uri)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const rows = [...counts].map(([key, count]) => [...(key.split(" ") as [string, string]), count] as const);
  rows.sort(([a, b], [c, d]) => (a + b < c + d ? -1 : 1));
  for (const [split, problem, count] of rows) output.emit({ split, problem, count });
  output.print(renderTable([{ title: "split" }, { title: "problem" }, { title: "tasks", align: "right" }], rows));
  output.print(`\n${tasks.length} tasks`);
};
