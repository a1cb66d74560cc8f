import { expect, test } from "vitest";
import { TEST_TASKS } from "#env/server/testing/memory-host.ts";
import { startTestServer } from "#env/server/testing/test-server.ts";
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
