import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createWorkerPool } from "#pool/backends/sim/worker-pool.ts";
import { createWorkerHost } from "../host/worker-host.ts";
import { logThreadEnds } from "./log-thread-ends.ts";
import { type LogFields, SILENT_LOG } from "./server-log.ts";

interface Line {
  readonly event: string;
  readonly fields: LogFields;
  readonly cause: unknown;
}
const listen = () => {
  const lines: Line[] = [];
  return { lines, told: logThreadEnds({ ...SILENT_LOG, error: (event, fields = {}, cause) => void lines.push({ event, fields, cause }) }) };
};

test("what a dead thread was at is told with the beginning of its actions", () => {
  const action = (command: string) => ({ body: { kind: "tool", name: "kubectl", argumentsJson: JSON.stringify({ command }) } });
  const { lines, told } = listen();
  const inFlight = [
    { method: "step", payload: { episodeId: "e1", stepIndex: 0, actions: [action("get pods"), action("x".repeat(10_000))] } },
    { method: "reset", payload: { episodeId: "e2" } },
    { method: "ready", payload: undefined },
  ];
  told({ keys: ["e1", "e2"], cause: new Error("gone"), inFlight });
  const [step, reset, ready] = (lines[0] as Line).fields["calls"] as string[];
  expect(step).toMatch(/^step e1 .*get pods/);
  expect(step?.length).toBeLessThan(600);
  expect([reset, ready]).toEqual(["reset e2 []", "ready  []"]);
});

test("a thread that an action leaves without memory ends alone, and the log has the action", async () => {
  const { lines, told } = listen();
  const pool = createWorkerPool({
    threads: 1,
    start: (_index, workerData) =>
      new Worker(new URL("../server/testing/memory-worker.ts", import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 64 },
        workerData,
      }),
    onLost: told,
  });
  try {
    const host = createWorkerHost(pool);
    await host.reset({ episodeId: "greedy", taskUri: "kubedrill://toy/one", seed: "7", limits: {}, views: [{ name: "text" }] });
    const step = host.step({ episodeId: "greedy", stepIndex: 0, actions: [{ body: { kind: "text", text: "hoard" } }] });
    await expect(step).rejects.toMatchObject({ code: "SLOT_LOST" });
    expect(lines[0]).toMatchObject({ event: "thread lost", fields: { episodes: ["greedy"] }, cause: { code: "ERR_WORKER_OUT_OF_MEMORY" } });
    expect((lines[0] as Line).fields["calls"]).toEqual(['step greedy [{"kind":"text","text":"hoard"}]']);
    expect((lines[0] as Line).fields["ended_by"]).toBe('step greedy [{"kind":"text","text":"hoard"}]');
  } finally {
    await pool.close();
  }
});
