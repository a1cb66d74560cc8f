import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const TASK = "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate&variant=standard";

/** Runs `kubedrill play` with typed lines; in a pseudo-terminal of `script`, or with a pipe. */
const play = (lines: readonly string[], inTerminal: boolean): Promise<{ readonly said: string; readonly status: number | null }> =>
  new Promise((resolve, reject) => {
    const words = ["cli/main.ts", "play", "--task", TASK, "--seed", "3"];
    const child = inTerminal
      ? spawn("script", ["-qec", [process.execPath, ...words].map((word) => `'${word}'`).join(" "), "/dev/null"])
      : spawn(process.execPath, words);
    const left = [...lines];
    let said = "";
    const typeNext = (): void => {
      const line = left.shift();
      if (line !== undefined) child.stdin.write(line);
    };
    child.stdout.on("data", (data: Buffer) => {
      said += data.toString("utf8");
      // A person types when the prompt is there.
      if (inTerminal && /steps left\] \$ (\x1b\[\d+G)?$/.test(said)) typeNext();
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ said: said.replaceAll("\r\n", "\n"), status }));
    if (!inTerminal) child.stdin.end(lines.join(""));
  });

test("a person solves an incident in a terminal, with completion, and reads the score", async () => {
  const { said, status } = await play(
    [
      "get dep\x03get svc\n",
      "hint\n",
      "/overv\t\n",
      "kubectl scale deployment rate --replicas=1\n",
      "/diagnosis deployment/rate has no replicas\n",
      "/mitigation\n",
    ],
    true,
  );
  expect(status).toBe(0);
  expect(said).toContain("There is one root cause.");
  expect(said).toMatch(/\/get_overview|SERVICE +RATE/);
  expect(said).toContain("deployment.apps/rate scaled");
  expect(said).toMatch(/The episode is over: AGENT_SUBMITTED, solved\.\nScore 0\.9/);
  expect(said).toContain("The task: A workload has no replicas: deployment/rate");
  expect(said).toContain("wrong was: scale-to-zero of deployment/rate");
  expect(said).toMatch(/^nothing-lost +nothing-lost +yes/m);
  expect(said).toMatch(/Again: kubedrill play .*--seed 3/);
});

test("lines may be piped in, here-documents too, and the end of them ends the episode as it stands", async () => {
  const { said, status } = await play(
    ["kubectl apply -f - <<'EOF'\n", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: note}\n", "EOF\n", "/nothing\n"],
    false,
  );
  expect(status).toBe(0);
  expect(said).toContain("configmap/note created");
  expect(said).toContain("There is no tool /nothing");
  expect(said).toContain("The episode is over: AGENT_STOPPED, not solved.");
});

test("a recorded episode is gone on with after any of its steps, with its own settings", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "kubedrill-play-")), "data");
  const run = (words: readonly string[], input = "") => spawnSync(process.execPath, ["cli/main.ts", ...words], { input, encoding: "utf8" });
  const made = run(["dataset", "--task", TASK, "--seed", "3", "--episodes", "1", "--policy", "expert", "--out", folder]);
  expect(made.stderr, made.stdout).not.toContain("error");
  const steps = JSON.parse(readFileSync(join(folder, "trajectories-00000.jsonl"), "utf8")).steps.length as number;
  const first = run(["play", "--from", folder, "--steps", "1"], "/quit\n");
  expect(first.status, first.stderr).toBe(0);
  expect(first.stdout).toMatch(/\[step 1\] \$ \w+/);
  expect(first.stdout).not.toContain("[step 2]");
  expect(first.stdout).toContain("The episode is over: AGENT_STOPPED, not solved.");
  const last = run(["play", "--from", folder], "/mitigation\n");
  expect(last.stdout).toContain(`[step ${steps - 1}]`);
  expect(last.stdout).toContain("The episode is over: AGENT_SUBMITTED, solved.");
  expect(run(["play", "--from", folder, "--seed", "4"]).stderr).toContain("leave out --seed");
  expect(run(["play", "--from", folder, "--steps", "99"]).stderr).toContain("--steps 99 is beyond its end");
});
