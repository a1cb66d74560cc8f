import type { PoolAdmin } from "#env/open/pool-admin.ts";
import type { PoolSettingOptions } from "../../options/pool-options.ts";
import type { CliOutput } from "../../output/output.ts";
import { printChecks } from "../../output/print-checks.ts";
import { renderTable } from "../../output/table.ts";

/** Options of `kubedrill pool`. */
export interface PoolOptions extends PoolSettingOptions {
  readonly slots: number;
  readonly undo?: boolean;
  readonly backend?: string;
  readonly kubeconfig?: string;
  readonly app?: string;
}

/** A subcommand of `kubedrill pool`. */
interface Subcommand {
  /** Names what begins, as `doing` of a command. */
  doing(options: PoolOptions): string;
  readonly run: Run;
}

/** Runs a subcommand. @returns true if all is well */
type Run = (admin: PoolAdmin, options: PoolOptions, output: CliOutput) => Promise<boolean>;

const provision: Run = async (admin, { slots }, output) => {
  const bar = output.progress(slots, "slots");
  const rows: (readonly (string | number)[])[] = [];
  try {
    await admin.provision(slots, (event) => {
      if (event.kind === "failed" || event.kind === "quarantined") output.info(`${event.slot}: ${event.reason}`);
      if (event.kind !== "made") return;
      const { objectsMs, readyMs, baselineMs } = event.times;
      const { slot, variant } = event;
      output.emit({ event: "made", slot, variant, objects_ms: objectsMs, ready_ms: readyMs, baseline_ms: baselineMs });
      rows.push([slot, variant, ...[objectsMs, readyMs, baselineMs].map(seconds)]);
      bar.advance();
    });
  } finally {
    bar.stop();
  }
  output.print(renderTable([{ title: "slot" }, { title: "variant" }, ...["objects", "ready", "baseline"].map(rightColumn)], rows));
  return true;
};

const status: Run = async (admin, _options, output) => {
  const { slots, servedBy, registry } = await admin.status();
  for (const { id, app, variant, state, atMs, reason } of slots)
    output.emit({ slot: id, app, variant, state, since: new Date(atMs).toISOString(), ...(reason !== undefined && { reason }) });
  const rows = slots.map(
    ({ id, app, variant, state, atMs, reason = "" }) => [id, app, variant, state, seconds(Date.now() - atMs), reason] as const,
  );
  const titles = [...["slot", "app", "variant", "state"].map((title) => ({ title })), rightColumn("since"), { title: "why" }];
  output.print(renderTable(titles, rows));
  const server = servedBy === undefined ? "no server runs on it" : `process ${servedBy.pid} on ${servedBy.host} serves it`;
  output.print(`\n${slots.length} slots; ${server}${registry.isDraining ? "; draining: no more slots are given out" : ""}`);
  return slots.every(({ state }) => state !== "quarantined");
};

const drain: Run = async (admin, { undo = false }, output) => {
  await admin.drain(!undo);
  output.emit({ event: undo ? "undrained" : "draining" });
  output.print(undo ? "servers give slots out again within 15 s" : "servers give no more slots out from 15 s on; running episodes go on");
  return true;
};

const destroy: Run = async (admin, _options, output) => {
  const { slots } = await admin.status();
  const bar = output.progress(slots.length, "slots");
  try {
    const count = await admin.destroy(({ kind }) => {
      if (kind === "removed") bar.advance();
    });
    output.emit({ event: "destroyed", slots: count });
    output.print(`${count} slots are deleted`);
  } finally {
    bar.stop();
  }
  return true;
};

const doctor: Run = (admin, { slots }, output) => printChecks(admin.doctor(slots), output);

/** Subcommands by name. */
export const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  provision: { doing: ({ slots }) => `making slots until there are ${slots}`, run: provision },
  status: { doing: () => "reading the state of the slots", run: status },
  drain: { doing: ({ undo }) => (undo ? "letting servers go on" : "telling servers to give out no more slots"), run: drain },
  destroy: { doing: () => "deleting all slots", run: destroy },
  doctor: { doing: () => "checking what slots need", run: doctor },
};

const rightColumn = (title: string) => ({ title, align: "right" }) as const;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
