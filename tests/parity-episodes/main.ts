/** Records episodes on a real cluster, or compares simulated ones with the recordings; see README.md. */
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { CASES, type EpisodeCase, uncoveredCases } from "./cases.ts";
import { compareCases } from "./compare-cases.ts";
import { APP, openRealPool } from "./open-real-pool.ts";
import { playCase } from "./play-case.ts";
import { readRecording, writeRecording } from "./recordings.ts";
import { renderAgreements } from "./render-page.ts";

const USAGE = `node tests/parity-episodes/main.ts compare [--only FAULT]… [--verbose]
node tests/parity-episodes/main.ts record  [--only FAULT]… [--missing] [--sweep] [--slots N]

Recording needs a cluster whose nodes have the actor's images, named by KUBEDRILL_TEST_KUBECONFIG. An episode takes about
five minutes there; as many are played at a time as there are slots (missing: 6). With --missing the cases without a recording are played,
with --sweep a case of each fault that has none: each goes on where it was stopped.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    missing: { type: "boolean", default: false },
    sweep: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    slots: { type: "string", default: "6" },
  },
});

const isWanted = (one: EpisodeCase): boolean =>
  (values.only.length === 0 || values.only.includes(one.fault)) && !(values.missing && readRecording(one) !== undefined);

const compare = async (): Promise<boolean> => {
  const agreements = await compareCases(isWanted);
  console.info(renderAgreements(agreements).join("\n"));
  if (values.verbose) for (const { fault, target, differences } of agreements) console.info(fault, target, differences);
  return true;
};

const record = async (): Promise<boolean> => {
  const { KUBEDRILL_TEST_KUBECONFIG: kubeconfig } = process.env;
  if (kubeconfig === undefined) throw new Error("KUBEDRILL_TEST_KUBECONFIG names no cluster to record on");
  const slots = Number(values.slots);
  const faults = values.sweep ? undefined : new Set(CASES.filter(isWanted).map(({ fault }) => fault));
  const pool = await openRealPool(kubeconfig, slots, faults && { faults });
  const limit = pLimit(slots);
  const recordOne = async (one: EpisodeCase): Promise<boolean> => {
    const startMs = Date.now();
    try {
      writeRecording({
        cluster: pool.cluster,
        account: await playCase(pool, one, (text) => console.info(`${one.fault} ${one.target}: ${text}`)),
      });
      console.info(`${one.fault} ${one.target}: recorded in ${Math.round((Date.now() - startMs) / 1000)} s`);
      return true;
    } catch (cause) {
      console.error(`${one.fault} ${one.target}: NOT RECORDED:`, cause);
      return false;
    }
  };
  const cases = values.sweep ? uncoveredCases(pool.catalogue.pairsOf(APP).pairs) : CASES;
  try {
    return (await Promise.all(cases.filter(isWanted).map((one) => limit(() => recordOne(one))))).every((isDone) => isDone);
  } finally {
    await pool.close();
  }
};

const commands: Readonly<Record<string, () => Promise<boolean>>> = { compare, record };
const command = commands[positionals[0] ?? "compare"];
if (command === undefined) process.stderr.write(USAGE);
process.exitCode = command !== undefined && (await command()) ? 0 : 1;
