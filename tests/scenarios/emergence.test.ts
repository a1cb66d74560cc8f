import { beforeAll, describe, expect, test } from "vitest";
import type { ActionTool } from "#env/actions/action.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { judgeOperation } from "#kube/checks/operations.ts";
import type { Slot } from "#pool/backend.ts";
import { WORLD_CHECKERS } from "#sim/checkers/world-checkers.ts";
import { BREAKAGES, type Breakage, type Sight } from "./breakages.ts";

let open: OpenHost;
let tools: ReadonlyMap<string, ActionTool>;

beforeAll(async () => {
  open = await openHost({ variant: "standard", hasPast: false, checkers: WORLD_CHECKERS });
  tools = new Map(open.library.tools.map((tool) => [tool.spec.name, tool]));
});

describe("what no fault makes still shows the right states, and undoing it heals the app", () => {
  test.each(BREAKAGES.map((breakage) => [breakage.name, breakage] as const))("%s", async (_name, breakage) => {
    const slot = await open.backend.lease({ app: "hotel-reservation", scope: "namespace", rights: "cluster", seed: breakage.name });
    expect(await failingOperations(slot), "healthy before").toEqual([]);
    await playBreakage(slot, breakage);
  });
});

const playBreakage = async (slot: Slot, { breaks, shows, failing, heals }: Breakage): Promise<void> => {
  for (const command of breaks) await mustRun(slot, command);
  for (const sight of shows) await mustSee(slot, sight);
  if (failing !== undefined) {
    const isSo = async () => JSON.stringify(await failingOperations(slot)) === JSON.stringify(failing);
    await slot.admin.clock.until(isSo, { timeoutMs: 180_000 });
    expect(await failingOperations(slot), "operations that fail").toEqual(failing);
    await expectErrorRate(slot, failing);
  }
  for (const command of heals) await mustRun(slot, command);
  await slot.admin.clock.until(async () => (await failingOperations(slot)).length === 0 && (await unreadyPods(slot)) === "", {
    timeoutMs: 600_000,
  });
  expect(await failingOperations(slot), "operations that fail after it was undone").toEqual([]);
  expect(await unreadyPods(slot), "pods that are not ready after it was undone").toBe("");
  await expectErrorRate(slot, []);
};

const run = async ({ agent, namespace }: Slot, tool: string, args: Readonly<Record<string, unknown>>) => {
  const found = tools.get(tool);
  if (found === undefined) throw new Error(`there is no tool ${tool}`);
  return await found.run({ cluster: agent, namespace, timeoutMs: 30_000 }, args);
};

const mustRun = async (slot: Slot, command: string): Promise<void> => {
  const { status, content } = await run(slot, "kubectl", { command });
  expect(status, `${command}: ${content}`).toBe("OK");
  // Nobody types faster than the controllers work.
  await slot.admin.clock.sleep(5_000);
};

/** Waits for a symptom; a failure shows the last answer. */
const mustSee = async (slot: Slot, { command, matches, withinS = 180 }: Sight): Promise<void> => {
  const look = async () => (await run(slot, "kubectl", { command })).content;
  await slot.admin.clock.until(async () => matches.test(await look()), { timeoutMs: withinS * 1000 });
  expect(await look(), command).toMatch(matches);
};

const failingOperations = async ({ admin, namespace, baseline: { app } }: Slot): Promise<readonly string[]> => {
  const failing: string[] = [];
  for (const operation of app.operations)
    if (!(await judgeOperation(admin, { app, namespace }, operation)).held) failing.push(operation.name);
  return failing;
};

const unreadyPods = async (slot: Slot): Promise<string> => {
  const { content } = await run(slot, "kubectl", { command: "get pods --no-headers" });
  return content
    .split("\n")
    .filter((line) => line.trim() !== "" && !/\s(\d+)\/\1\s+(Running|Completed)/.test(line))
    .join("\n");
};

/** Checks that traffic and probes agree: exactly the failing operations' share of the load fails. */
const expectErrorRate = async ({ admin, traffic, baseline: { app } }: Slot, failing: readonly string[]): Promise<void> => {
  const fromMs = admin.clock.nowMs();
  await admin.clock.sleep(30_000);
  const { requests, errors } = await traffic(fromMs, admin.clock.nowMs());
  const wanted = app.operations.filter(({ name }) => failing.includes(name)).reduce((sum, { share }) => sum + share, 0);
  expect(requests).toBeGreaterThan(0);
  expect(
    Math.abs(errors / requests - wanted),
    `${errors} of ${requests} fail, ${wanted} is the share of ${failing.join(", ") || "none"}`,
  ).toBeLessThan(0.05);
};
