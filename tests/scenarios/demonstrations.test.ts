import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { loadAgents } from "#env/catalogue/load-agents.ts";
import type { StepOutcome } from "#env/host/episode-protocol.ts";
import { playAgent } from "#env/host/play-agent.ts";
import { openHost } from "#env/open/open-host.ts";
import { isShownBy } from "#injectors/evidence.ts";
import type { Answer } from "#problems/answer.ts";
import { sample } from "../sample.ts";

const open = await openHost();
const { host, catalogue, library } = open;
const expert = (await loadAgents()).find(({ id }) => id === "expert")!;

/** A seeded target of each fault in each app that has one, and two calm clusters. */
const CASES = [
  ...library.injectors.flatMap(({ id }) =>
    ["hotel-reservation", "social-network"].flatMap((app) => {
      const { pairs } = catalogue.pairsOf(app);
      const targets = pairs.filter(({ faultId }) => faultId === id).map(({ target }) => target);
      return targets.length === 0 ? [] : [`kubedrill://${app}/${id}?target=${createRng(`${app} ${id}`).pick(targets)}`];
    }),
  ),
  "kubedrill://hotel-reservation/healthy",
  "kubedrill://social-network/healthy",
  "kubedrill://hotel-reservation/scale-to-zero+service-selector-mismatch",
  "kubedrill://social-network/network-policy-deny+readiness-probe-wrong-endpoint",
];

test.each(sample(CASES, { what: "demonstrations of the expert", most: 10 }))(
  "the expert shows how one finds out, and earns at least 0.9: %s",
  async (uri) => {
    const { answer, moves, first, total } = await demonstrate(uri, "11");
    expect(total).toBeGreaterThanOrEqual(0.9);
    expect(moves.every(({ says }) => says.length > 5 && !says.includes("\n"))).toBe(true);
    expect(moves.at(-1)?.name).toBe("submit_mitigation");

    const diagnosis = moves.findIndex(({ name }) => name === "submit_diagnosis");
    const seen = moves.slice(0, diagnosis).map(({ content }) => content);
    for (const { evidence } of answer.faults)
      for (const one of evidence)
        expect(
          seen.some((content) => isShownBy(content, one)),
          `"${one.says}" was seen before the diagnosis`,
        ).toBe(true);

    for (const [i, move] of moves.entries()) {
      const names = [...namesIn(answer, i < diagnosis ? `${move.argumentsJson} ${move.says}` : move.says), ...compoundsIn(move.says)];
      const before = [first, ...moves.slice(0, i).flatMap(({ argumentsJson, content }) => [argumentsJson, content])];
      for (const name of names)
        expect(
          before.some((text) => text.includes(name)),
          `${name} was seen before "${move.says}"`,
        ).toBe(true);
    }
    sentences.push(...reasonsOf({ answer, moves, first, total }));
  },
);

test("its words vary: of a thousand sentences, four hundred have another form", () => {
  const every = Math.max(1, Math.floor(sentences.length / 1000));
  const forms = sentences
    .filter((_, i) => i % every === 0)
    .slice(0, 1000)
    .map(formOf);
  expect(new Set(forms).size).toBeGreaterThanOrEqual(0.4 * forms.length);
});

/** All that was said. */
const sentences: string[] = [];

/** A sentence without the names, numbers and quotations in it. */
const formOf = (sentence: string): string => sentence.replaceAll(/“[^”]*”|`[^`]*`/g, "“”").replaceAll(/\S*[-/\d@][^\s.,;:?]*/g, "…");

test("equal seeds give equal demonstrations, and other seeds of one incident take other ways", async () => {
  const [uri = ""] = CASES;
  const ways = await Promise.all(
    ["1", "1", "2", "3", "4", "5", "6"].map(async (seed) => JSON.stringify(reasonsOf(await demonstrate(uri, seed)))),
  );
  expect(ways[0]).toBe(ways[1]);
  expect(new Set(ways).size).toBeGreaterThan(2);
});

interface Shown {
  readonly name: string;
  readonly argumentsJson: string;
  readonly says: string;
  readonly content: string;
}

interface Demonstration {
  readonly answer: Answer;
  readonly first: string;
  readonly moves: readonly Shown[];
  readonly total: number | undefined;
}

let played = 0;

const demonstrate = async (taskUri: string, seed: string): Promise<Demonstration> => {
  const episodeId = `demonstration-${played++}`;
  const shown: Omit<Shown, "says">[] = [];
  let [first, total, answer]: [string, number | undefined, Answer | undefined] = ["", undefined, undefined];
  const watched: typeof host = {
    ...host,
    reset: async (command) => {
      const outcome = await host.reset(command);
      first = outcome.observation.views[0]?.body ?? "";
      answer = await host.answer!(command);
      return outcome;
    },
    step: async (command) => {
      const outcome: StepOutcome = await host.step(command);
      const body = command.actions[0]?.body;
      if (body?.kind === "tool")
        shown.push({ name: body.name, argumentsJson: body.argumentsJson, content: outcome.results[0]?.content ?? "" });
      return outcome;
    },
    reward: async (command) => {
      const outcome = await host.reward(command);
      total = outcome.report.reward;
      return outcome;
    },
  };
  const command = { episodeId, taskUri, seed, limits: {}, views: [{ name: "text" }] };
  const made = await playAgent(watched, command, expert, { tell: async () => await host.answer!(command) });
  return { answer: answer!, first, total, moves: shown.map((one, i) => ({ ...one, says: made[i]?.says ?? "" })) };
};

const reasonsOf = ({ moves }: Demonstration): readonly string[] => moves.map(({ says }) => says);

/** Names of the components and of the wrong objects that a text mentions. Where the name servers are, everybody knows. */
const namesIn = ({ app, faults }: Answer, text: string): readonly string[] => {
  const names = new Set([...app.components.map(({ name }) => name), ...faults.flatMap(({ own }) => own)]);
  return [...names].filter((name) => name !== "coredns" && new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text));
};

/** Words of a text that are put together as names of objects, variables and values are; of `kind/name` the name. */
const compoundsIn = (text: string): readonly string[] =>
  (text.match(/[\w.]+(?:[-/:@_][\w.]+)+/g) ?? [])
    .map((word) => (word.split("/").at(-1) ?? "").replace(/\.+$/, ""))
    .filter((word) => !ENGLISH.has(word));

/** Compounds of the language. */
const ENGLISH: ReadonlySet<string> = new Set(["roll-out"]);
