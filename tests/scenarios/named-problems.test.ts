import { expect, test } from "vitest";
import { readSuite } from "#cli/tasks/suite.ts";
import { endingOf, recordEpisode } from "#cli/trajectories/record-episode.ts";
import { answerOf } from "#env/catalogue/answer-of.ts";
import { loadAgents } from "#env/catalogue/load-agents.ts";
import { playAgent } from "#env/host/play-agent.ts";
import { openHost } from "#env/open/open-host.ts";
import { sample } from "../sample.ts";

const open = await openHost();
const expert = (await loadAgents()).find(({ id }) => id === "expert")!;
const { episodes } = await readSuite("sregym");
/** Those with several faults, of which one can hide the other or take back its repair. */
const composed = episodes.filter(({ task }) => task.includes("+"));
const single = episodes.filter((episode) => !composed.includes(episode));

test.each([...composed, ...sample(single, { what: "named problems", most: 10 })])("the expert solves $name", async ({ task, seed }) => {
  const { host, recording } = recordEpisode(open.host);
  const tell = async () => answerOf(await open.incidents.get(open.catalogue.taskOf(task), seed));
  await playAgent(host, { episodeId: "named", taskUri: task, seed, limits: {}, views: [{ name: "text" }] }, expert, { tell });
  expect(endingOf(recording()!)?.success).toBe(true);
});
