import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FaultRow } from "#viewer/protocol.ts";
import type { Engine } from "../engine/engine.ts";
import { appOf, problemOf } from "../tasks/choose-tasks.ts";

type Task = Awaited<ReturnType<Engine["listTasks"]>>[number];

/** Lists the faults of the catalogue, sorted by id, with their single-fault tasks in all splits and what is written about them. */
export const listFaults = async ({ listTasks }: Pick<Engine, "listTasks">): Promise<readonly FaultRow[]> => {
  const tasks = await listTasks({ splits: ["train", "eval", "holdout"] });
  const single = Map.groupBy(tasks, ({ uri }) => problemOf(uri));
  return [...single]
    .filter(([problem]) => !problem.includes("+"))
    .map(([problem, own]) => describe(problem, own))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
};

const describe = (id: string, tasks: readonly Task[]): FaultRow => {
  const about = readAbout(id);
  const layer = tasks[0]?.tags.find((tag) => tag.startsWith("layer:"));
  return {
    id,
    title: /^# (.+)$/m.exec(about)?.[1] ?? (id === "healthy" ? "Nothing is wrong" : id),
    layer: layer?.slice("layer:".length) ?? "",
    symptoms: symptomsIn(about),
    tasks: tasks.length,
    difficulties: LEVELS.map((level) => tasks.filter(({ difficulty }) => difficulty === level).length),
    apps: [...new Set(tasks.map(({ uri }) => appOf(uri)))].sort(),
  };
};

const LEVELS = [1, 2, 3, 4, 5];

const readAbout = (id: string): string => {
  const path = fileURLToPath(new URL(`../../injectors/${encodeURIComponent(id)}/README.md`, import.meta.url));
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};

/** Items of the section that says what an agent can see. */
export const symptomsIn = (about: string): readonly string[] => {
  const [, section = ""] = /^## What the agent can see\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(about) ?? [];
  return section
    .split(/^- /m)
    .slice(1)
    .map((item) => item.replaceAll(/\s+/g, " ").trim());
};
