import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import { loadAgents } from "#env/catalogue/load-agents.ts";
import { playAgent } from "#env/host/play-agent.ts";
import { openHost } from "#env/open/open-host.ts";
import { sample } from "../sample.ts";
import { valuesOf } from "./values-of-call.ts";

const open = await openHost();
const { host, catalogue, library } = open;
const expert = (await loadAgents()).find(({ id }) => id === "expert")!;

const SINGLE = catalogue
  .list({ splits: ["train", "eval", "holdout"] })
  .map(({ uri }) => catalogue.taskOf(uri))
  .filter(({ faults }) => faults.length === 1);

/** Two seeded tasks of each fault. */
const CASES = library.injectors.flatMap(({ id }) => {
  const tasks = SINGLE.filter(({ faults }) => faults[0]?.injector.id === id);
  return createRng(`repairs ${id}`)
    .shuffle(tasks)
    .slice(0, 2)
    .map(({ uri }) => uri);
});

test.each(sample(CASES, { what: "repairs whose values were found", most: 8 }))(
  "every value that a repair writes was seen in an observation before: %s",
  async (uri) => {
    let ways = 1;
    for (let way = 0; way < ways; way++) {
      const { repairs, seen } = await playRepair(uri, way);
      ways = repairs;
      for (const { call, before } of seen) {
        const values = valuesOf(call);
        expect(
          values.filter((value) => !before.includes(value)),
          `values of "${JSON.stringify(call.arguments)}" that nothing showed`,
        ).toEqual([]);
      }
    }
  },
);

interface Written {
  readonly call: ToolCall;
  /** All that the agent has read until then. */
  readonly before: string;
}

let played = 0;

/** Plays the expert with one of the repairs. @returns number of repairs that there are, and the calls from the diagnosis on */
const playRepair = async (taskUri: string, way: number): Promise<{ readonly repairs: number; readonly seen: readonly Written[] }> => {
  const calls: Written[] = [];
  let text = "";
  let repairs = 1;
  const watched: typeof host = {
    ...host,
    reset: async (command) => {
      const outcome = await host.reset(command);
      text = outcome.observation.views[0]?.body ?? "";
      return outcome;
    },
    step: async (command) => {
      const outcome = await host.step(command);
      const body = command.actions[0]?.body;
      if (body?.kind === "tool") calls.push({ call: { name: body.name, arguments: JSON.parse(body.argumentsJson) }, before: text });
      text += `\n${outcome.results[0]?.content ?? ""}`;
      return outcome;
    },
  };
  const command = { episodeId: `found-${played++}`, taskUri, seed: "11", limits: {}, views: [{ name: "text" }] };
  await playAgent(watched, command, expert, {
    tell: async () => {
      const answer = await host.answer!(command);
      repairs = Math.max(...answer.faults.map((fault) => fault.repairs.length));
      return { ...answer, faults: answer.faults.map((fault) => ({ ...fault, repairs: fault.repairs.slice(way) })) };
    },
  });
  const diagnosis = calls.findIndex(({ call }) => call.name === "submit_diagnosis");
  return { repairs, seen: calls.slice(diagnosis + 1) };
};
