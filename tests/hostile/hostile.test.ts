import { beforeAll, expect, test } from "vitest";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { HOSTILE_ACTIONS } from "./hostile-actions.ts";
import { playHostile } from "./play-hostile.ts";

/** One of each class; all of them are played by `npm run hostile`. */
const CHOSEN = [
  "a loop without end, in the command line",
  "a text that doubles, in a container",
  "a wide number, in the command line",
  "a function that forks, in a container",
  "nested brackets, in the command line",
  "a greedy substitution, in the command line",
  "jq without end, in the command line",
  "traps that fire for ever, in a container",
  "2147483647 replicas",
  "a patch 10000 deep",
  "a document 20000 deep",
  "a billion laughs",
  "half a character in a patch",
  "NUL in a name",
  "a template that recurses",
  "a pod with a large environment",
  "every series or every other",
  "a greedy expression",
  "a wait for ever",
  "a wide diagnosis",
];

let open: OpenHost;
let uri: string;
beforeAll(async () => {
  open = await openHost({ hasPast: false });
  uri = `${open.catalogue.list({ splits: ["train"] })[0]?.uri}&variant=standard`;
});

test.each(CHOSEN)("%s is the policy's own failure: the episode is scored", async (tries) => {
  const action = HOSTILE_ACTIONS.find((one) => one.tries === tries);
  if (action === undefined) throw new Error(`no hostile action is called "${tries}"`);
  const { isScored, says } = await playHostile(open.host, { id: tries, uri }, action);
  expect([isScored, says]).toEqual([true, expect.not.stringMatching(/ENV_ERROR|ORACLE_ERROR|SLOT_LOST|BUG/)]);
});

test("an action that failed by an exception or by too much work left the world as it was", async () => {
  const { host } = open;
  const digestAfter = async (episodeId: string, command: string): Promise<string> => {
    const views = [{ name: "budget" }];
    await host.reset({ episodeId, taskUri: uri, seed: "3", views, limits: {} } as Parameters<typeof host.reset>[0]);
    const body = { kind: "tool", name: "kubectl", argumentsJson: JSON.stringify({ command }) } as const;
    const { stateDigest, results } = await host.step({ episodeId, stepIndex: 0, actions: [{ body }] });
    expect(results[0]?.hadEffect).toBe(false);
    return stateDigest;
  };
  const deep = `${"( ".repeat(3000)}echo x${" )".repeat(3000)}`;
  expect(await digestAfter("undone", deep)).toBe(await digestAfter("nothing", "config current-context; ("));
});
