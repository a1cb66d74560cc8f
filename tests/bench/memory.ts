/** Measures what a server holds after many starts of different tasks, forks and steps. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, type Draw, type Episode, kubectl } from "#clients/typescript/index.ts";
import { readOptions } from "../read-options.ts";
import { machineFacts } from "./machine.ts";
import { startServer } from "./start-server.ts";

const USAGE = `npm run bench:memory [-- --resets N] [--forks N] [--threads N] [--idle S] [--cache FOLDER]

Plays --resets (500) episodes of different tasks of all applications, each in the variant that its seed draws, with --forks (1000)
copies of them that act by themselves, 16 episodes at once on --threads (2). Then it leaves the server alone for --idle (30) seconds, in
which its threads make starts ahead. Prints the server's resident memory on the way, and at the end what its threads and caches hold as
/metrics tells. Variants and starts are read from --cache, and kept there (default: a new folder, so that all of them are booted).
\`KUBEDRILL_SERVER_MEMORY_MIB\` is the bound, as for every server.
`;

const values = readOptions(USAGE, {
  resets: { type: "string", default: "500" },
  forks: { type: "string", default: "1000" },
  threads: { type: "string", default: "2" },
  idle: { type: "string", default: "30" },
  cache: { type: "string" },
});
const [resets, forks, idleS] = [Number(values.resets), Number(values.forks), Number(values.idle)];

/** Episodes at once, and readings of memory. */
const PLAYERS = 16;
const READINGS = 10;

const print = (figures: object): void => void process.stdout.write(`${JSON.stringify(figures)}\n`);

const cacheFolder = values.cache ?? mkdtempSync(join(tmpdir(), "kubedrill-cache-"));
const server = await startServer(["--threads", values.threads, "--http-port", "0"], { XDG_CACHE_HOME: cacheFolder });
// A busy machine may take minutes for the first starts.
const client = connect(server.address, { token: readFileSync(server.tokenFile, "utf8").trim(), timeoutMs: 3_600_000 });
const beganMs = performance.now();
try {
  print({ ...machineFacts(), ready_ms: Math.round(server.readyMs), rss_mib: server.rssMiB });
  const { draws } = await client.sampleTasks({ n: resets, seed: 1n, kind: "uniform" });
  let [begun, done, copied, peakMiB] = [0, 0, 0, 0];
  const play = async (): Promise<void> => {
    for (let i = begun++; i < draws.length; i = begun++) {
      const episode = await start(draws[i]!);
      const copies = await copy(episode, Math.floor(((i + 1) * forks) / resets) - Math.floor((i * forks) / resets), i);
      await Promise.all([act(episode), ...copies.map(act)]);
      await client.closeBatch([episode, ...copies]);
      copied += copies.length;
      done += 1;
      const rssMiB = residentMiB("VmRSS");
      peakMiB = Math.max(peakMiB, rssMiB);
      if (done % Math.ceil(resets / READINGS) === 0) print({ resets: done, forks: copied, rss_mib: rssMiB });
    }
  };
  await Promise.all(Array.from({ length: PLAYERS }, play));
  print({
    resets: done,
    forks: copied,
    seconds: Math.round((performance.now() - beganMs) / 1_000),
    cpu_s: cpuSeconds(),
    load: loadavg()[0],
  });
  await setTimeout(idleS * 1_000);
  const rssMiB = residentMiB("VmRSS");
  print({ after_idle_s: idleS, rss_mib: rssMiB, rss_mib_max: Math.max(residentMiB("VmHWM"), peakMiB) });
  for (const line of await memoryMetrics()) process.stdout.write(`${line}\n`);
} finally {
  await client.close();
  await server.stop();
}

function start({ spoilers, seed }: Draw): Promise<Episode> {
  return client.reset({ task: spoilers.taskUri, seed });
}

/** Copies an episode, every second time with other chance from there on. */
function copy(episode: Episode, count: number, i: number): Promise<readonly Episode[]> {
  if (count === 0) return Promise.resolve([]);
  return episode.fork(count, i % 2 === 0 ? {} : { reseed: BigInt(i) });
}

async function act(episode: Episode): Promise<void> {
  const { results } = await episode.step(kubectl("get deployments -o name"));
  const names = (results[0]?.content ?? "").trim().split("\n");
  await episode.step([kubectl("get pods"), { tool: "get_alerts" }, { tool: "query_metrics", arguments: { query: "up" } }]);
  await episode.step(kubectl(`rollout restart ${names[episode.id.length % names.length]}`));
  await episode.step({ waitMs: 60_000 });
}

function residentMiB(field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
}

function cpuSeconds(): number {
  const [minutes = "0", seconds = "0"] = execFileSync("ps", ["-o", "cputimes=", "-p", `${server.pid}`], { encoding: "utf8" })
    .trim()
    .split(":")
    .slice(-2);
  return seconds === "0" ? Number(minutes) : 60 * Number(minutes) + Number(seconds);
}

/** Samples of memory, MiB, as Prometheus sees them. */
async function memoryMetrics(): Promise<readonly string[]> {
  const text = await (await fetch(`http://${server.httpAddress}/metrics`)).text();
  return text.split("\n").filter((line) => /^(kubedrill_(memory|heap|kept)|process_resident|nodejs_(external|heap_size))/.test(line));
}
