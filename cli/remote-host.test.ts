import { expect, test } from "vitest";
import { TEST_TASKS } from "#env/server/testing/memory-host.ts";
import { startTestServer } from "#env/server/testing/test-server.ts";
import { openRemoteDoor } from "./remote-door.ts";

const COMMAND = { episodeId: "rollout-0-0", taskUri: TEST_TASKS[0]!.uri, seed: "7", limits: {}, views: [{ name: "text" }] };

test("the same command can be played on one server again and again, also while an earlier one still runs", async () => {
  const { server, host, close } = await startTestServer();
  const doors = [await openRemoteDoor(server.address), await openRemoteDoor(server.address)];
  try {
    const step = { episodeId: COMMAND.episodeId, stepIndex: 0, actions: [] };
    for (const door of [doors[0]!, doors[0]!]) {
      await door.host.reset(COMMAND);
      expect((await door.host.step(step)).stepIndex).toBe(0);
      await door.host.close(COMMAND);
    }
    await Promise.all(doors.map((door) => door.host.reset(COMMAND)));
    expect(host.live().length).toBe(2);
    await Promise.all(doors.map((door) => door.host.close(COMMAND)));
    expect(host.live()).toEqual([]);
  } finally {
    await Promise.all(doors.map((door) => door.close()));
    await close();
  }
});
