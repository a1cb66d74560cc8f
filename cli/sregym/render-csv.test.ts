import { expect, test } from "vitest";
import { makeResult } from "../testing/make-result.ts";
import type { Trajectory } from "../trajectories/trajectory.ts";
import { type CsvEpisode, renderCsv } from "./render-csv.ts";

const SCORED = { weight: 0.3, status: "SCORED", kind: "TERMINAL" } as const;

/** Record of an agent that called these tools, each ten seconds after the last. */
const called = (...calls: readonly (readonly [name: string, args: object])[]): Trajectory =>
  ({
    steps: calls.map(([name, args], i) => ({
      actions: [{ kind: "tool", name, arguments_json: JSON.stringify(args) }],
      virtual_time_ms: (i + 1) * 10_000,
    })),
  }) as unknown as Trajectory;

const DIAGNOSIS = ["submit_diagnosis", { text: 'It says "no",\nand stops' }] as const;
const MITIGATION = ["submit_mitigation", {}] as const;

/** Reads the one row of an episode as an object without its empty cells. */
const rowOf = (episode: Omit<CsvEpisode, "result"> & { readonly result: Parameters<typeof makeResult>[2] }) => {
  const [header = "", row = ""] = renderCsv([{ ...episode, result: makeResult("probe-wrong", 1, episode.result) }], 1_800).split("\r\n");
  const cells = [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell);
  return Object.fromEntries(header.split(",").flatMap((name, i) => (cells[i] === "" ? [] : [[name, cells[i]]])));
};

test("an episode that was submitted has the verdicts of both stages, and their times", () => {
  const components = { diagnosis: { ...SCORED, value: 0.66667, detail: "named 1, found 1 of 1" } };
  const result = { name: "wrong_probe", sample: 1, diagnosed: true, repaired: false, virtual_ms: 12_500, components };
  expect(rowOf({ result, trajectory: called(["kubectl", {}], DIAGNOSIS, MITIGATION) })).toEqual({
    problem_id: "wrong_probe",
    attempt: "2",
    "Diagnosis.success": "True",
    "Diagnosis.accuracy": "66.67",
    "Diagnosis.reasoning": '"named 1, found 1 of 1"',
    "Diagnosis.submission": '"It says ""no"",\nand stops"',
    "Mitigation.success": "False",
    TTL: "20",
    TTM: "12.5",
  });
});

test("what was not submitted has no verdict, and an agent that ran out of time says so", () => {
  const trajectory = called(["kubectl", {}]);
  const measured = { began_at: "", wall_s: 1_801 };
  const result = { diagnosed: false, repaired: true, end_reason: "FINALIZED" };
  expect(rowOf({ result, trajectory, measured })).toEqual({
    problem_id: "probe-wrong",
    attempt: "1",
    timed_out: "True",
    agent_timeout_seconds: "1800",
  });
  expect(rowOf({ result, trajectory })).toEqual({ problem_id: "probe-wrong", attempt: "1" });
});

test("an episode without a valid score has no verdict either, and is no success or failure", () => {
  const result = { sample_valid: false, diagnosed: true, repaired: true };
  expect(rowOf({ result, trajectory: called(DIAGNOSIS, MITIGATION) })).toMatchObject({ deploy_failed: "True" });
  expect(rowOf({ result, trajectory: called(DIAGNOSIS, MITIGATION) })).not.toHaveProperty(["Mitigation.success"]);
});
