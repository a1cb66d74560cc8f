import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Client, connect, type Episode, KubedrillError, unwrap } from "../../clients/typescript/index.ts";
import { killSpawned, type SpawnedServer, spawnServer } from "../../env/server/testing/spawn-server.ts";

const folder = mkdtempSync(join(tmpdir(), "many-"));
const keyFile = join(folder, "key");
writeFileSync(keyFile, "0123456789abcdef".repeat(4), { mode: 0o600 });

const otherKeyFile = join(folder, "other-key");
writeFileSync(otherKeyFile, "fedcba9876543210".repeat(4), { mode: 0o600 });

/** A server over toy worlds, with a journal of its own. */
interface Place {
  readonly name: string;
  server: SpawnedServer;
}

const start = async (name: string, settings: Readonly<Record<string, string>> = {}, address?: string): Promise<SpawnedServer> => {
  const journal = join(folder, name);
  mkdirSync(journal, { recursive: true });
  const port = address === undefined ? "0" : address.slice(address.lastIndexOf(":") + 1);
  return await spawnServer("server/testing/serve-memory.ts", {
    PORT: port,
    STATE_DIRECTORY: journal,
    TASK_KEY_FILE: keyFile,
    TOKEN_FILE: "",
    ...settings,
  });
};

let places: readonly Place[];
let client: Client | undefined;

beforeAll(async () => {
  places = await Promise.all(["a", "b", "c", "d"].map(async (name) => ({ name, server: await start(name) })));
});
afterEach(() => client?.close());
afterAll(() => {
  killSpawned();
  rmSync(folder, { recursive: true, force: true });
});

const open = (count: number, options: Parameters<typeof connect>[1] = {}): Client => {
  client = connect(
    places.slice(0, count).map(({ server }) => server.address),
    { token: "", ...options },
  );
  return client;
};

const GROUP = 4;
/** `KUBEDRILL_TEST_KILLS=20 npx vitest run tests/e2e/many-servers.test.ts` takes a minute. */
const KILLS = Number(process.env["KUBEDRILL_TEST_KILLS"] ?? 2);

const startGroups = async (by: Client, run: string, groups = 8): Promise<Episode[]> => {
  const items = Array.from({ length: groups * GROUP }, (_, i) => {
    const seed = BigInt(Math.floor(i / GROUP));
    return { task: "kubedrill://toy/one", seed, groupId: `${run}-${seed}` };
  });
  return (await by.resetBatch(items)).map(unwrap);
};

const step = async (by: Client, episodes: readonly Episode[]) =>
  await by.stepBatch(episodes.map((episode) => ({ episode, actions: { tool: "wait", arguments: {} } })));

/** Lists the servers of each group. */
const serversOf = (by: Client, episodes: readonly Episode[]): readonly ReadonlySet<string | undefined>[] => {
  const byGroup = Map.groupBy(episodes, ({ start }) => start.seed);
  return [...byGroup.values()].map((members) => new Set(members.map(({ id }) => by.serverOf(id))));
};

test.each([1, 2, 4])("groups are whole on %i servers, and a batch comes back as one", async (count) => {
  const by = open(count);
  const episodes = await startGroups(by, `of-${count}`, 12);
  const groups = serversOf(by, episodes);
  expect(groups.map(({ size }) => size)).toEqual(groups.map(() => 1));
  expect(new Set(groups.flatMap((servers) => [...servers])).size).toBeGreaterThan(count === 1 ? 0 : 1);
  for (const result of await step(by, episodes)) expect(unwrap(result).stepIndex).toBe(0);
  await by.closeBatch(episodes);
});

test("an episode replaces one of another server", async () => {
  const by = open(4);
  let episode = await by.reset({ task: "kubedrill://toy/one", seed: 1n });
  const first = by.serverOf(episode.id);
  for (let seed = 2n; by.serverOf(episode.id) === first; seed++)
    episode = await by.reset({ task: "kubedrill://toy/one", seed, replacesEpisodeId: episode.id });
  expect((await episode.observe()).stepIndex).toBe(0);
});

test("kill one of three under load: no acknowledged step is lost, no group is split, and its episodes come back by its journal", async () => {
  const by = open(3, { retryBudgetMs: 120_000 });
  for (let kill = 0; kill < KILLS; kill++) {
    const episodes = await startGroups(by, `killed-${kill}`);
    const victim = places.find(({ server }) => server.address === by.serverOf(episodes[(kill * GROUP) % episodes.length]!.id))!;
    const { address } = victim.server;
    for (let index = 0; index < 6; index++) {
      const stepped = step(by, episodes);
      if (index === 2) {
        await victim.server.kill();
        victim.server = await start(victim.name, {}, address);
      }
      for (const result of await stepped) expect(unwrap(result).stepIndex).toBe(index);
    }
    for (const episode of episodes) expect((await episode.observe()).stepIndex).toBe(episode.steps);
    expect(serversOf(by, episodes).every(({ size }) => size === 1)).toBe(true);
    await by.closeBatch(episodes);
  }
});

test("episodes of a server that stays away are invalid by option, and new ones of their groups go elsewhere", async () => {
  const by = open(3, { retryBudgetMs: 500, whenAway: "invalid" });
  const episodes = await startGroups(by, "lost");
  const victim = places.find(({ server }) => server.address === by.serverOf(episodes[0]!.id))!;
  const { address } = victim.server;
  const homes = episodes.map(({ id }) => by.serverOf(id));
  await victim.server.kill();
  const results = await step(by, episodes);
  expect(results.map((result) => result instanceof KubedrillError && result.reason === "SLOT_LOST")).toEqual(
    homes.map((home) => home === address),
  );
  expect(await episodes[0]!.score()).toBeUndefined();
  const fresh = await startGroups(by, "lost");
  expect(serversOf(by, fresh).map((servers) => [servers.size, servers.has(address)])).toEqual(Array.from({ length: 8 }, () => [1, false]));
  victim.server = await start(victim.name, {}, address);
});

test("servers of different keys are an error that names both and says what to do", async () => {
  const stranger = await start("stranger", { TASK_KEY_FILE: otherKeyFile });
  const ours = places[0]!.server.address;
  client = connect(`${ours},${stranger.address}`, { token: "" });
  const error = await client.reset({}).catch((cause: unknown) => cause as KubedrillError);
  expect(error).toMatchObject({ reason: "SERVERS_DIFFER" });
  expect((error as KubedrillError).message).toMatch(/differ in task_key_id: "\w+" and "\w+"; give all of them the same --task-key-file$/);
  for (const address of [ours, stranger.address]) expect((error as KubedrillError).message).toContain(address);
  await stranger.kill();
});

test("no server at all is told soon, and a session says that it is with one server", async () => {
  client = connect("127.0.0.1:1,127.0.0.1:2", { timeoutMs: 300 });
  await expect(client.serverInfo()).rejects.toThrow("no server was reached at 127.0.0.1:1,127.0.0.1:2");
  await expect(open(2).session()).rejects.toThrow("a session is with one server");
});
