import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AGENT_NAMES, AGENT_RECIPES } from "../../cli/agents/agent-recipes.ts";
import { openAgentPlayer } from "../../cli/agents/open-agent-player.ts";
import { openReadyAgent } from "../../cli/agents/open-ready-agent.ts";
import type { Player } from "../../cli/agents/player-of.ts";
import { toEvalResult } from "../../cli/evaluations/to-eval-result.ts";
import { factsOfOrder } from "../../cli/trajectories/facts-of-order.ts";
import { toTrajectory } from "../../cli/trajectories/to-trajectory.ts";
import { standInAgents } from "./stand-in-agents.ts";

const ROOT = join(import.meta.dirname, "../..");
const EPISODE = { task: "kubedrill://hotel-reservation/scale-to-zero?target=deployment/rate&twins=none", seed: "3" };

const before = process.env["PATH"];
const program = { command: "", timeoutMs: 120_000, logFileOf: () => "" };
let folder: string;
let player: Player;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ready-agents-"));
  const write = (name: string, line: string) => writeFileSync(join(folder, name), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 });
  for (const [name, script] of Object.entries(standInAgents())) {
    writeFileSync(join(folder, `${name}.cjs`), script);
    write(name, `'${process.execPath}' '${join(folder, `${name}.cjs`)}'`);
  }
  write("kubectl", `'${process.execPath}' '${join(ROOT, "cli/main.ts")}' kubectl`);
  process.env["PATH"] = [folder, before].join(delimiter);
  player = await openAgentPlayer(program, {});
});
afterAll(async () => {
  process.env["PATH"] = before;
  await player.close();
});

// Stand-ins, since the real ones need accounts: they refuse what the real ones do not know.
test.each(AGENT_NAMES)(
  "a program with the command line of %s finds the instruction and the cluster, repairs and names the cause",
  async (name) => {
    const { command, version } = openReadyAgent(name, "some-model");
    const logFile = join(folder, `${name}.log`);
    Object.assign(program, { command, logFileOf: () => logFile });
    const order = { episodeId: name, taskUri: EPISODE.task, seed: EPISODE.seed, policy: name };
    const recording = await player.play(order);
    const result = toEvalResult(toTrajectory(recording, factsOfOrder(order, player.provenance)), EPISODE);
    expect(readFileSync(logFile, "utf8")).toBe("model some-model\n");
    expect(recording.remark).toBeUndefined();
    expect(result).toMatchObject({ success: true, diagnosed: true, repaired: true, sample_valid: true });
    // What is done over MCP are steps; otherwise the diagnosis alone is one.
    expect(result.steps).toBe(AGENT_RECIPES[name].reaches === "mcp" ? 3 : 1);
    expect(version).toBe("version" in AGENT_RECIPES[name] ? "0.0.1 stand-in" : undefined);
  },
);
