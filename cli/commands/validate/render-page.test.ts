import { expect, test } from "vitest";
import type { TaskInfo } from "#env/host/episode-protocol.ts";
import { renderPage } from "./render-page.ts";
import type { Verdict } from "./verdict.ts";

const verdict = (task: string, failures: readonly string[] = []): Verdict => ({
  passed: failures.length === 0,
  task,
  seed: "0",
  visible: task.includes("service"),
  error_share: 0,
  expert: [1],
  degenerate: {},
  attempts: { accepted: 1, rejected: 1 },
  failures,
  kept: false,
});

const TAGS: Readonly<Record<string, readonly string[]>> = {
  "kubedrill://a/healthy": ["healthy"],
  "kubedrill://a/service-missing?target=service/x": ["single-fault", "layer:network"],
  "kubedrill://b/service-missing+taint?target=service/x&target=deployment/y": ["multi-fault", "layer:network", "layer:node"],
};

const page = renderPage(
  {
    verdicts: Object.keys(TAGS).map((task, i) => verdict(task, i === 2 ? ["the expert earns\n0.2"] : [])),
    excluded: [{ app: "a", faultId: "taint", resource: "deployment/z", reason: "it runs on | no node" }],
  },
  (uri) => ({ tags: TAGS[uri] }) as TaskInfo,
);

const sectionOf = (heading: string): string => page.split(`## ${heading}\n\n`)[1]?.split("\n\n##")[0] ?? "";

test("tasks are counted by application, layer, class and problem; one of two layers counts in both", () => {
  expect(sectionOf("By application")).toContain("| a | 2 | 1 | 1 | 2 | 0 |\n| b | 1 | 1 | 0 | 0 | 1 |");
  expect(sectionOf("By layer")).toContain("| network | 2 | 2 | 0 | 1 | 1 |\n| node | 1 | 1 | 0 | 0 | 1 |\n| none | 1 | 0 | 1 | 1 | 0 |");
  expect(sectionOf("By class")).toContain(
    "| healthy | 1 | 0 | 1 | 1 | 0 |\n| multi-fault | 1 | 1 | 0 | 0 | 1 |\n| single-fault | 1 | 1 | 0 | 1 | 0 |",
  );
  expect(sectionOf("By problem")).toContain("| service-missing+taint | 1 | 1 | 0 | 0 | 1 |");
});

test("failures and exclusions are listed, each with its reason in one line", () => {
  expect(sectionOf("Failed")).toContain("  - the expert earns 0.2");
  expect(sectionOf("Exclusions").trim()).toMatch(/\| a \| taint \| deployment\/z \| it runs on \\\| no node \|$/);
});
