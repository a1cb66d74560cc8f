import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import type { Series } from "#sim/telemetry/promql/series.ts";

/** Address of the server for the time of the questions. */
const ADDRESS = "127.0.0.1:19090";

/**
 * Runs a Prometheus that holds these series, and asks it.
 *
 * @param paths paths of its HTTP API with their parameters
 * @returns its answers, parsed, in the same order
 * @throws Error if `prometheus` or `promtool` is not installed
 */
export const askPrometheus = async (series: readonly Series[], paths: readonly string[]): Promise<readonly unknown[]> => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-prometheus-"));
  const text = join(folder, "samples.txt");
  writeFileSync(text, renderSamples(series));
  writeFileSync(join(folder, "prometheus.yml"), "global: { evaluation_interval: 1m }\n");
  await execa("promtool", ["tsdb", "create-blocks-from", "openmetrics", text, join(folder, "data")]);
  const server = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      "--storage.tsdb.retention.time=100y",
      `--web.listen-address=${ADDRESS}`,
      "--log.level=error",
    ],
    { stdio: "inherit" },
  );
  try {
    await untilReady();
    const answers: unknown[] = [];
    for (const path of paths) answers.push(await (await fetch(`http://${ADDRESS}${path}`)).json());
    return answers;
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Renders series in the exposition format of OpenMetrics. */
const renderSamples = (series: readonly Series[]): string => {
  const lines = series.flatMap(({ labels: { __name__: name, ...labels }, timesMs, values }) => {
    const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
    return Array.from(values, (value, i) => `${name}{${pairs.join(",")}} ${numberText(value)} ${(timesMs[i] as number) / 1000}`);
  });
  return `${lines.join("\n")}\n# EOF\n`;
};

const numberText = (value: number): string => (Number.isFinite(value) ? `${value}` : `${value}`.replace("Infinity", "Inf"));

const untilReady = async (): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    const isReady = await fetch(`http://${ADDRESS}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Prometheus at ${ADDRESS} does not get ready`);
};
