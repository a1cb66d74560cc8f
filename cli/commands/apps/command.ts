import type { LoadedApp } from "#env/catalogue/load-apps.ts";
import { defineCommand } from "../../command.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { renderTable } from "../../output/table.ts";
import { findTasks } from "../../tasks/choose-tasks.ts";

type AppsOptions = Readonly<Record<string, never>>;

/** Size of an application, and the number of its tasks by split. */
interface AppSize {
  readonly app: string;
  readonly title: string;
  readonly workloads: number;
  readonly pods: number;
  readonly services: number;
  readonly variants: number;
  readonly tasks: Readonly<Record<Split, number>>;
}

type Split = (typeof SPLITS)[number];

const SPLITS = ["train", "eval", "holdout"] as const;

export default defineCommand<AppsOptions>({
  name: "apps",
  summary: "list the applications with their sizes and tasks",
  description:
    "Lists the applications that faults are injected into: workloads, pods and Services of the published form, the number of further variants that episodes are played in, and the tasks of each split.",
  options: [],
  examples: [
    { command: "apps", says: "what there is, and how large" },
    { command: "apps --json", says: "for a program: one JSON object per line" },
    { command: "cluster --app social-network", says: "then look at one with kubectl" },
  ],
  doing: () => "counting the tasks of each application",
  run: async (_options, output) => {
    const [{ loadApps }, { appSize }] = await Promise.all([import("#env/catalogue/load-apps.ts"), import("#env/catalogue/app-size.ts")]);
    const engine = await openEngine({});
    try {
      const tasks = await findTasks(engine, {}, "all");
      const sizes = (await loadApps()).map((app) =>
        sizeOf(
          app,
          appSize(app),
          tasks.filter(({ uri }) => uri.startsWith(`kubedrill://${app.record.name}/`)),
        ),
      );
      for (const size of sizes) output.emit({ ...size });
      output.print(renderSizes(sizes));
      return EXIT_CODES.ok.code;
    } finally {
      await engine.close();
    }
  },
});

const sizeOf = (
  { record, variants }: LoadedApp,
  size: Pick<AppSize, "workloads" | "pods" | "services">,
  tasks: readonly { readonly split: string }[],
): AppSize => {
  const countOf = (split: Split): number => tasks.filter((task) => task.split === split).length;
  return {
    app: record.name,
    title: record.title,
    ...size,
    variants: variants.length,
    tasks: { train: countOf("train"), eval: countOf("eval"), holdout: countOf("holdout") },
  };
};

const renderSizes = (sizes: readonly AppSize[]): string =>
  renderTable(
    [
      { title: "application" },
      ...["workloads", "pods", "services", "variants", ...SPLITS].map((title) => ({ title, align: "right" as const })),
      { title: "what it is" },
    ],
    sizes.map(({ app, title, workloads, pods, services, variants, tasks }) => [
      app,
      workloads,
      pods,
      services,
      variants,
      ...SPLITS.map((split) => tasks[split]),
      title,
    ]),
  );
