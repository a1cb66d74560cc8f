/**
 * Measures resets and steps.
 *
 * Figures are of closed loops on one machine with client and server together. Each rate is the middle one of several repeats,
 * with the least and the most beside it; compare ratios within one run rather than rates of different days. `cpu_ms` is the CPU
 * time of a step in the measuring process, which a busy machine disturbs less: the whole of it in process, the client's share over gRPC.
 * All are warm, as those of a server that has run for a minute, but for what is called cold: the first of its kind in a new process.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../read-options.ts";
import { benchApps } from "./bench-apps.ts";
import { benchBatch, benchConcurrent, benchSession, benchUnary, benchUnaryMany } from "./bench-grpc.ts";
import {
  ACTION_KINDS,
  benchCold,
  benchEpisodes,
  benchKeptResets,
  benchMemory,
  benchResets,
  benchStepsOf,
  openMeasured,
} from "./bench-in-process.ts";
import { benchKubeAnswers, benchKubeEndpoint } from "./bench-kube.ts";
import { benchLongestStep } from "./bench-longest-step.ts";
import { benchSizes } from "./bench-size.ts";
import { benchTraining } from "./bench-training.ts";
import { calibrate } from "./calibrate.ts";
import { compareWith } from "./compare.ts";
import { machineFacts } from "./machine.ts";
import { startServer } from "./start-server.ts";

const USAGE = `npm run bench [-- --quick] [--only TEXT] [--app NAME] [--compare COMMIT] [--json]

Measures boots, resets, steps and whole episodes in process and over gRPC, which takes some twenty minutes.

  --quick           short spans and one repeat, for a look
  --only TEXT       measurements whose names contain the text, such as gRPC or "reset, in process"
  --app NAME        tasks of this application (default: all)
  --compare COMMIT  play the same here and in a checkout of another commit by turns, and print the ratios
  --in-process      this process alone, without a server
  --json            a line of JSON for each measurement
`;

const {
  quick,
  only,
  app,
  compare,
  json,
  "in-process": inProcess,
} = readOptions(USAGE, {
  quick: { type: "boolean" },
  only: { type: "string" },
  app: { type: "string" },
  compare: { type: "string" },
  json: { type: "boolean" },
  "in-process": { type: "boolean" },
});
const SPAN_MS = quick ? 300 : 2_000;
const REPEATS = quick ? 1 : 5;

/** Shapes of batches: all of different tasks, and groups of one task and seed as in training. */
const BATCHES = [
  { size: 64, groupSize: 1 },
  { size: 256, groupSize: 1 },
  { size: 256, groupSize: 8 },
];

type Figures = Readonly<Record<string, unknown>>;

const report = (name: string, figures: Figures): void => {
  if (json) process.stdout.write(`${JSON.stringify({ name, ...figures })}\n`);
  else process.stdout.write(`${name.padEnd(44)} ${renderFigures(figures)}\n`);
};

/** True for what `--only` names a part of, and for everything without it. */
const isWanted = (name: string): boolean => only === undefined || name.includes(only);

const measure = async (name: string, run: () => Promise<object>): Promise<void> => {
  if (isWanted(name)) report(name, { ...(await run()) });
};

const renderFigures = (figures: Figures): string =>
  Object.entries(figures)
    .map(([name, value]) =>
      typeof value === "object" && value !== null ? `${name} {${renderFigures(value as Figures)}}` : `${name} ${value}`,
    )
    .join("  ");

const benchInProcess = async (): Promise<void> => {
  if (isWanted("apps")) for (const [name, figures] of await benchApps(app)) report(`apps: ${name}`, { ...figures });
  const beganMs = performance.now();
  const open = await openMeasured(app);
  if (isWanted("boot")) report("boot", { ms: Math.round(performance.now() - beganMs), tasks: open.tasks.length });
  await measure("first reset and step, in process, cold, ms", () => benchCold(open));
  // What a trainer waits for: whole episodes, with their resets and their grading.
  await measure("episodes/s, in process, expert", () => benchEpisodes(open, SPAN_MS, quick ? 1 : 3));
  await measure("reset, in process, nothing kept, ms", () => benchResets(open, quick ? 50 : 500));
  await measure("reset, in process, incident kept, ms", () => benchKeptResets(open, quick ? 100 : 5_000));
  for (const [name, action] of Object.entries(ACTION_KINDS)) {
    await measure(`steps/s, in process, ${name}`, () => benchStepsOf(open, [action], SPAN_MS, quick ? 1 : 3));
  }
  await measure("steps/s, in process, mixed", () => benchStepsOf(open, Object.values(ACTION_KINDS), SPAN_MS, REPEATS));
  await measure("longest step, in process, CPU ms", () => benchLongestStep(open, quick ? 12 : 120));
  await measure("replacement of a pod among workloads, CPU ms", () => benchSizes(quick ? 10 : 50));
  await measure("GET of the simulated API, p50 ms", () => benchKubeAnswers(open));
  await measure("heap per idle episode", () => benchMemory(open, quick ? 32 : 256));
};

const benchServer = async (): Promise<void> => {
  const cacheFolder = mkdtempSync(join(tmpdir(), "kubedrill-cache-"));
  const first = await startServer([], { XDG_CACHE_HOME: cacheFolder });
  report("server ready, first start", { ms: Math.round(first.readyMs), rss_mib: first.rssMiB });
  await first.stop();
  const server = await startServer([], { XDG_CACHE_HOME: cacheFolder });
  try {
    report("server ready, further start", { ms: Math.round(server.readyMs), rss_mib: server.rssMiB });
    await measure("training in groups of 8, gRPC, episodes/s", () => benchTraining(server.address, app, 8, quick ? 1 : 8));
    const played = { app, incidents: 64 };
    await measure("steps/s, gRPC unary, 1 episode", () => benchUnary(server.address, played, SPAN_MS, REPEATS));
    await measure("steps/s, gRPC unary, 64 episodes", () => benchUnaryMany(server.address, 64, played, SPAN_MS, REPEATS));
    await measure("steps/s, gRPC Session, 64 episodes", () => benchSession(server.address, 64, played, SPAN_MS, REPEATS));
    for (const shape of BATCHES) {
      const groups = shape.groupSize === 1 ? "" : `, groups of ${shape.groupSize}`;
      await measure(`steps/s, gRPC StepBatch of ${shape.size}${groups}`, () => benchBatch(server.address, shape, played, SPAN_MS, REPEATS));
    }
    await measure("GET at the Kubernetes endpoint, p50 ms", () => benchKubeEndpoint(server.address));
    await measure("1,000 episodes at once, groups of 8", () => benchConcurrent(server.address, 1_000, { ...played, incidents: 125 }));
  } finally {
    await server.stop();
  }
  const restarted = await startServer([], { XDG_CACHE_HOME: cacheFolder });
  try {
    await measure("training in groups of 8, gRPC, episodes/s, restarted", () => benchTraining(restarted.address, app, 8, quick ? 1 : 8));
  } finally {
    await restarted.stop();
  }
};

if (compare !== undefined) {
  compareWith(
    compare,
    [...(quick ? ["--quick"] : []), ...(only === undefined ? [] : ["--only", only]), ...(app === undefined ? [] : ["--app", app])],
    report,
  );
} else if (inProcess) {
  await benchInProcess();
} else {
  report("machine", machineFacts());
  report("calibration", await calibrate());
  // A process of its own with a visible collector, so that memory is counted after garbage is gone.
  const flags = ["--expose-gc", import.meta.filename, "--in-process", ...process.argv.slice(2)];
  const inner = spawnSync(process.execPath, flags, { stdio: ["ignore", "inherit", "inherit"] });
  if (inner.status !== 0) process.exit(inner.status ?? 1);
  await benchServer();
}
