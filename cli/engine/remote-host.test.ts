import { expect, test } from "vitest";
import { canonicalJson } from "#core/canonical-json.ts";
import type { Action, EpisodeHost } from "#env/host/episode-protocol.ts";
import { createMemoryHost, TEST_TASKS } from "#env/server/testing/memory-host.ts";
import { startTestServer } from "#env/server/testing/test-server.ts";
import { recordEpisode } from "../trajectories/record-episode.ts";
import { toTrajectory } from "../trajectories/to-trajectory.ts";
import { connectToServer } from "./connect-to-server.ts";

const COMMAND = { episodeId: "rollout-0-0", taskUri: TEST_TASKS[0]!.uri, seed: "7", limits: {}, views: [{ name: "text" }] };

test("the same command can be played on one server again and again, also while an earlier one still runs", async () => {
  const { server, host, close } = await startTestServer();
  const connections = [await connectToServer(server.address), await connectToServer(server.address)];
  try {
    const step = { episodeId: COMMAND.episodeId, stepIndex: 0, actions: [] };
    for (const connection of [connections[0]!, connections[0]!]) {
      await connection.host.reset(COMMAND);
      expect((await connection.host.step(step)).stepIndex).toBe(0);
      await connection.host.close(COMMAND);
    }
    await Promise.all(connections.map((connection) => connection.host.reset(COMMAND)));
    expect(host.live().length).toBe(2);
    await Promise.all(connections.map((connection) => connection.host.close(COMMAND)));
    expect(host.live()).toEqual([]);
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    await close();
  }
});

test("a record is the same by both ways, also where something is absent", async () => {
  const { server, close } = await startTestServer();
  const remote = await connectToServer(server.address);
  try {
    for (const words of [
      ["{}", "not JSON"],
      ["{}", "submit"],
    ]) {
      const [here, there] = [await play(createMemoryHost(), words), await play(remote.host, words)];
      expect(here.steps.length).toBe(2);
      expect(canonicalJson(there)).toBe(canonicalJson(here));
    }
  } finally {
    await remote.close();
    await close();
  }
});

/** Plays one tool call a step and records it; what is not submitted is finalised. */
const play = async (over: EpisodeHost, words: readonly string[]) => {
  const { host, recording } = recordEpisode(over);
  const { episodeId } = COMMAND;
  await host.reset(COMMAND);
  for (const [stepIndex, word] of words.entries()) await host.step({ episodeId, stepIndex, actions: [actionOf(word)] });
  await host.reward({ episodeId, finalize: true, explain: false });
  await host.close({ episodeId });
  return toTrajectory(recording()!, { trajectoryId: "t", provenance: PROVENANCE, behaviour: { kind: "policy", name: "test" } });
};

const actionOf = (word: string): Action => ({
  body: { kind: "tool", name: word === "submit" ? word : "kubectl", argumentsJson: word === "submit" ? "{}" : word },
});

const PROVENANCE = { server_version: "0", build_digest: "b", runtime: "r", catalogue_digest: "c", backend: "sim", determinism: "EXACT" };
