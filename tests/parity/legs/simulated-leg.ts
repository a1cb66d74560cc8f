import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { ParsedArgs } from "#env/actions/kubectl/flags.ts";
import { runKubectl } from "#env/actions/kubectl/run-kubectl.ts";
import type { OpenedCluster } from "#env/actions/kubectl/session.ts";
import type { UserInfo } from "#sim/apiserver/client.ts";
import type { World } from "#sim/kernel/world.ts";
import { createSimPort } from "#sim/sim-port.ts";
import { BARE_FACTS, bootBareWorld } from "./bare-world.ts";
import { type Answer, type ClusterFacts, COMMAND_TIMEOUT_MS, type Command, type Leg } from "./leg.ts";
import { machineOfPlace } from "./machine-of-place.ts";

/** The kubectl of episodes on a simulated cluster, all in this process and in virtual time. */
export const createSimulatedLeg = (): Leg => {
  const base = bootBareWorld();
  return {
    title: "the in-process kubectl on a simulated cluster",
    jobs: 1,
    open: async (scenario) => {
      const world = base.fork(scenario);
      return {
        facts: FACTS,
        isDisposable: true,
        run: (command) => runInProcess(world, command),
        nowMs: () => world.nowMs(),
        sleep: async (ms) => world.runUntil(world.nowMs() + ms),
      };
    },
    close: async () => {},
  };
};

const SERVER = `https://${BARE_FACTS.nodeAddresses[0]}:6443`;

const FACTS: ClusterFacts = {
  ...BARE_FACTS,
  server: SERVER,
  versions: { kubernetes: "v1.35.4", kubectl: "in process" },
  cluster: { "certificate-authority-data": "LS0t", server: SERVER },
  user: { "client-certificate-data": "LS0t", "client-key-data": "LS0t" },
};

const USER: UserInfo = { username: "kubernetes-super-admin", groups: ["system:masters", "system:authenticated"] };

/** What the real program takes from its start to its end. */
const COMMAND_MS = 120;

const runInProcess = async (world: World, command: Command): Promise<Answer> => {
  const { words, place, stdin } = command;
  world.runUntil(world.nowMs() + COMMAND_MS);
  try {
    const { exitCode, stdout, stderr, waitedTooLong } = await runKubectl(
      {
        machine: machineOfPlace(command),
        stdin,
        timeoutMs: COMMAND_TIMEOUT_MS,
        open: async (args): Promise<OpenedCluster> => ({
          cluster: createSimPort(world, userOf(args)),
          namespace: place.namespace,
          kubeconfig: {
            file: parse(readFileSync(place.kubeconfig, "utf8")) as Readonly<Record<string, unknown>>,
            path: place.kubeconfig,
            server: FACTS.server,
            context: "parity",
          },
        }),
      },
      words,
    );
    return waitedTooLong ? { exit: 124, stdout, stderr: `${stderr}the command did not end\n` } : { exit: exitCode, stdout, stderr };
  } catch (error) {
    // A crash is a difference of this step and must not hide the others.
    return { exit: -1, stdout: "", stderr: `crashed: ${(error as Error).stack ?? error}\n` };
  }
};

/** Who asks; `--as` is somebody else, which an administrator may be. */
const userOf = (args: ParsedArgs): UserInfo => {
  const username = args.text("as");
  if (username === undefined) return USER;
  const groups = args.list("as-group");
  const [, namespace] = /^system:serviceaccount:([^:]+):[^:]+$/.exec(username) ?? [];
  const own = namespace === undefined || groups.length > 0 ? [] : ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  return { username, groups: [...groups, ...own, "system:authenticated"] };
};
