/** Measures whether a server grows with the episodes that it has played. */
import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { connect, type Draw, kubectl } from "#clients/typescript/index.ts";
import { readOptions } from "../read-options.ts";
import { machineFacts } from "./machine.ts";
import { startServer } from "./start-server.ts";

const USAGE = `npm run bench:growth [-- --episodes N] [--minutes N]

Plays --episodes (100000) short episodes (a reset, a step, a close) of few incidents, which the server keeps, over gRPC, for
--minutes (60) at most, and prints its resident memory on the way, and the slope of the second half in bytes per episode. A
server remembers the ids of closed episodes for a day (\`tombstoneMs\`), which is part of it.
`;

const values = readOptions(USAGE, { episodes: { type: "string", default: "100000" }, minutes: { type: "string", default: "60" } });
const [episodes, minutes] = [Number(values.episodes), Number(values.minutes)];

/** Episodes at once, incidents that they play, and readings of memory. */
const PLAYERS = 16;
const INCIDENTS = 4;
const READINGS = 40;

interface Reading {
  readonly episodes: number;
  readonly rssBytes: number;
}

const print = (figures: object): void => void process.stdout.write(`${JSON.stringify(figures)}\n`);

const server = await startServer(["--threads", "1"]);
const client = connect(server.address);
const readings: Reading[] = [];
const beganMs = performance.now();
const isOver = (): boolean => performance.now() - beganMs > minutes * 60_000;
try {
  const { draws } = await client.sampleTasks({ n: INCIDENTS, seed: 1n });
  let begun = 0;
  let done = 0;
  const play = async (): Promise<void> => {
    while (begun < episodes && !isOver()) {
      const episode = await client.reset(draws[begun++ % draws.length] as Draw);
      await episode.step(kubectl("get pods"));
      await episode.close();
      done += 1;
      if (done % Math.ceil(episodes / READINGS) === 0) read(done);
    }
  };
  await Promise.all(Array.from({ length: PLAYERS }, play));
  const late = readings.slice(Math.floor(readings.length / 2));
  print({
    ...machineFacts(),
    load: loadavg()[0],
    episodes: done,
    per_second: Math.round((1_000 * done) / (performance.now() - beganMs)),
    rss_mib: [readings[0], late[0], late.at(-1)].map((reading) => Math.round((reading?.rssBytes ?? 0) / 2 ** 20)),
    slope_bytes_per_episode: Math.round(slopeOf(late)),
  });
} finally {
  await client.close();
  await server.stop();
}

function read(count: number): void {
  const rssBytes = 1_024 * Number(execFileSync("ps", ["-o", "rss=", "-p", String(server.pid)], { encoding: "utf8" }));
  readings.push({ episodes: count, rssBytes });
  print({ episodes: count, rss_mib: Math.round(rssBytes / 2 ** 20) });
}

/** Slope of the line that fits readings best, bytes per episode. */
function slopeOf(all: readonly Reading[]): number {
  const mean = (value: (reading: Reading) => number): number => all.reduce((sum, reading) => sum + value(reading), 0) / all.length;
  const [x, y] = [mean((reading) => reading.episodes), mean((reading) => reading.rssBytes)];
  const spread = all.reduce((sum, reading) => sum + (reading.episodes - x) ** 2, 0);
  return all.reduce((sum, reading) => sum + (reading.episodes - x) * (reading.rssBytes - y), 0) / spread;
}
