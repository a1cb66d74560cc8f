import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { z } from "zod";
import type { WeakLink } from "#pool/kubernetes/testing/weak-link.ts";

/** An outage beneath an episode, with its recovery. */
export interface Outage {
  readonly title: string;
  begin(link: WeakLink): Promise<unknown>;
  end(): Promise<unknown>;
}

/** Lists the outages of the connection to any cluster, and those in the file named by `KUBEDRILL_TEST_OUTAGES`, as commands. */
export const readOutages = (): readonly Outage[] => {
  const path = process.env["KUBEDRILL_TEST_OUTAGES"];
  const told = path === undefined ? [] : FILE.parse(JSON.parse(readFileSync(path, "utf8")));
  return [
    ...WAYS.map(({ title, begin }) => ({ title, begin, end: async () => {} })),
    ...told.map(({ title, begin, end }) => ({ title, begin: () => run(begin), end: () => run(end ?? "true") })),
  ];
};

/** Schema of the file; `end` is missing for outages that end by themselves. */
const FILE = z.array(z.strictObject({ title: z.string(), begin: z.string(), end: z.string().optional() }));

const WAYS = [
  { title: "all connections cut, and again", begin: (link: WeakLink) => oftener(() => link.cut()) },
  { title: "connections through which nothing comes any more", begin: async (link: WeakLink) => link.clog() },
];

const oftener = async (action: () => void): Promise<void> => {
  for (let i = 0; i < 10; i++) {
    action();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};

const run = (command: string) => promisify(execFile)("sh", ["-c", command]);
