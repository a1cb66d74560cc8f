/** Measures several servers on this machine behind one client: throughput, and how groups are placed. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type Column, renderTable } from "#cli/output/table.ts";
import { type Client, connect, type Draw, type Episode, kubectl, unwrap } from "#clients/typescript/index.ts";
import { readOptions } from "../read-options.ts";
import { machineFacts } from "./machine.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { summarize } from "./stats.ts";

const USAGE = `npm run bench:servers [-- --servers 1,2,4] [--threads N] [--groups N] [--members N] [--steps N] [--repeats N] [--app NAME]

Starts as many servers as the most of --servers (1,2,4), with --threads (1) and one key, and lets a client use so many of them by turns.
A batch is --groups (12) groups of --members (8) episodes of --app (hotel-reservation): a reset, --steps (25) steps and a close, all in calls of the
whole batch. Each count plays it once before it is measured, then --repeats (3) times; on two cores that takes about five minutes. Prints rates and
their ratios to those of the first count in the same turn, and where groups were. The status is 1 if a group was at two servers, or a step
out of its order.
`;

const values = readOptions(USAGE, {
  servers: { type: "string", default: "1,2,4" },
  threads: { type: "string", default: "1" },
  groups: { type: "string", default: "12" },
  members: { type: "string", default: "8" },
  steps: { type: "string", default: "25" },
  repeats: { type: "string", default: "3" },
  app: { type: "string", default: "hotel-reservation" },
});
const counts = values.servers.split(",").map(Number);
const [groups, members, steps, repeats] = [values.groups, values.members, values.steps, values.repeats].map(Number) as [
  number,
  number,
  number,
  number,
];

/** Times of a batch, ms, and the servers of its groups. */
interface Played {
  readonly resetMs: number;
  readonly stepMs: number;
  /** CPU time of the client while it stepped, ms. */
  readonly clientMs: number;
  readonly groupsOf: ReadonlyMap<string, number>;
  /** Number of groups with members at different servers. */
  readonly split: number;
}

const ACTION = kubectl("get pods");
const TOKEN = randomBytes(32).toString("hex");

const startServers = async (count: number): Promise<readonly RunningServer[]> => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-servers-"));
  const shared = { "--task-key-file": randomBytes(32).toString("hex"), "--client-tokens": `bench ${TOKEN} train` };
  const options = Object.entries(shared).flatMap(([option, text]) => {
    const path = join(folder, option);
    writeFileSync(path, `${text}\n`, { mode: 0o600 });
    return [option, path];
  });
  const started: RunningServer[] = [];
  for (let i = 0; i < count; i++) started.push(await startServer([...options, "--threads", values.threads]));
  return started;
};

const playBatch = async (client: Client, draws: readonly Draw[]): Promise<Played> => {
  const resetFromMs = performance.now();
  const episodes = (await client.resetBatch(draws.flatMap((draw) => Array.from({ length: members }, () => draw)))).map(unwrap);
  const stepFromMs = performance.now();
  const before = process.cpuUsage();
  for (let i = 0; i < steps; i++) {
    const results = (await client.stepBatch(episodes.map((episode) => ({ episode, actions: ACTION })))).map(unwrap);
    if (results.some(({ stepIndex }) => stepIndex !== i)) throw new Error(`a step of the batch is not the ${i}th of its episode`);
  }
  const { user, system } = process.cpuUsage(before);
  const endMs = performance.now();
  const placed = countGroups(client, episodes);
  await client.closeBatch(episodes);
  return { resetMs: stepFromMs - resetFromMs, stepMs: endMs - stepFromMs, clientMs: (user + system) / 1_000, ...placed };
};

/** Counts groups by the server of their first member, and those with others elsewhere. */
const countGroups = (client: Client, episodes: readonly Episode[]): Pick<Played, "groupsOf" | "split"> => {
  const groupsOf = new Map<string, number>();
  let split = 0;
  for (let i = 0; i < episodes.length; i += members) {
    const [server = "none", ...others] = new Set(episodes.slice(i, i + members).map(({ id }) => client.serverOf(id)));
    groupsOf.set(server, (groupsOf.get(server) ?? 0) + 1);
    if (others.length > 0) split += 1;
  }
  return { groupsOf, split };
};

const round = (value: number): string => (Math.round(value * 100) / 100).toFixed(2);
const p50 = (samples: readonly number[]): number => summarize(samples).p50;
/** Number a second of what each episode of a batch does so many times in a span. */
const rateOf = (each: number, spanMs: number): number => Math.round((groups * members * each * 1_000) / spanMs);
const ratioOf = (own: readonly Played[], first: readonly Played[], span: "resetMs" | "stepMs"): string => {
  const ratios = own.map((played, i) => first[i]![span] / played[span]).toSorted((a, b) => a - b);
  return `${round(p50(ratios))} (${round(ratios[0]!)}–${round(ratios.at(-1)!)})`;
};

const rowOf = (count: number, own: readonly Played[], first: readonly Played[]): readonly (string | number)[] => {
  const idle = Array.from({ length: count - own[0]!.groupsOf.size }, () => 0);
  const loads = [...own[0]!.groupsOf.values(), ...idle].toSorted((a, b) => a - b);
  return [
    count,
    rateOf(1, p50(own.map(({ resetMs }) => resetMs))),
    ratioOf(own, first, "resetMs"),
    rateOf(steps, p50(own.map(({ stepMs }) => stepMs))),
    ratioOf(own, first, "stepMs"),
    round(p50(own.map(({ clientMs, stepMs }) => clientMs / stepMs))),
    loads.join(" "),
    round((loads.at(-1)! * count) / groups),
    own.reduce((sum, { split }) => sum + split, 0),
  ];
};

console.info("machine", JSON.stringify({ ...machineFacts(), load_before: loadavg()[0] }));
const servers = await startServers(Math.max(...counts));
const clients = new Map(
  counts.map(
    (count) =>
      [
        count,
        connect(
          servers.slice(0, count).map(({ address }) => address),
          { token: TOKEN },
        ),
      ] as const,
  ),
);
try {
  const filter = { tagsAll: [`app:${values.app}`] };
  const { draws } = await clients.get(counts[0]!)!.sampleTasks({ n: groups, seed: 7n, kind: "uniform", filter });
  for (const client of clients.values()) await playBatch(client, draws);
  const played = new Map(counts.map((count) => [count, [] as Played[]]));
  for (let i = 0; i < repeats; i++) {
    for (const [count, client] of clients) played.get(count)!.push(await playBatch(client, draws));
    const rates = counts.map((count) => `${count}: ${rateOf(steps, played.get(count)!.at(-1)!.stepMs)}`);
    console.info(`turn ${i + 1}, load ${loadavg()[0]}, steps/s by servers  ${rates.join("  ")}`);
  }
  const right = (title: string): Column => ({ title, align: "right" });
  const columns = ["servers", "resets/s", "ratio", "steps/s", "ratio", "client's cores", "groups of each", "most/mean", "groups split"];
  const rows = counts.map((count) => rowOf(count, played.get(count)!, played.get(counts[0]!)!));
  console.info(`\n${renderTable(columns.map(right), rows)}`);
  console.info(
    `\n${groups} groups of ${members} episodes, ${steps} steps each, ${values.threads} threads a server; medians of ${repeats} turns`,
  );
  if ([...played.values()].flat().some(({ split }) => split > 0)) process.exitCode = 1;
  console.info(`load average of the machine's ${machineFacts().cores} cores at the end: ${loadavg()[0]}`);
} finally {
  for (const client of clients.values()) await client.close();
  await Promise.all(servers.map((server) => server.stop()));
}
