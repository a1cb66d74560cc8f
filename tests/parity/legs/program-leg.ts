import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parse } from "yaml";
import { type Answer, type ClusterFacts, COMMAND_TIMEOUT_MS, type Command, type Leg } from "./leg.ts";
import { variables } from "./machine-of-place.ts";

/** Program and cluster of the leg. */
export interface ProgramLegOptions {
  readonly title: string;
  /** Program and first arguments. */
  readonly program: readonly string[];
  readonly kubeconfig: string;
  readonly podNetwork: string;
  readonly serviceNetwork: string;
}

/** Creates the leg of a kubectl program on the cluster of a kubeconfig. */
export const createProgramLeg = ({ title, program, kubeconfig, ...networks }: ProgramLegOptions): Leg => {
  const facts = readFacts(program, kubeconfig, networks);
  return {
    title,
    jobs: 4,
    open: async () => ({
      facts,
      isDisposable: false,
      run: (command) => runProgram(program, command),
      nowMs: () => Date.now(),
      sleep: (ms) => setTimeout(ms),
    }),
    close: async () => {},
  };
};

/** Runs kubectl as a program. */
export const runProgram = async (program: readonly string[], { words, place, stdin, env }: Command): Promise<Answer> =>
  new Promise((done, fail) => {
    const [command = "", ...first] = program;
    const child = spawn(command, [...first, ...words], { cwd: place.folder, env: { ...process.env, ...variables(place), ...env } });
    const output = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].setEncoding("utf8").on("data", (text: string) => {
        output[stream] += text;
      });
    const timer = globalThis.setTimeout(() => child.kill("SIGKILL"), COMMAND_TIMEOUT_MS);
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(timer);
      done(code === null ? { exit: 124, stdout: output.stdout, stderr: "the command did not end\n" } : { exit: code, ...output });
    });
    // A command that does not read its input may end before it is written.
    child.stdin.on("error", () => {});
    child.stdin.end(stdin ?? "");
  });

interface NodeList {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly status: { readonly addresses: readonly { readonly type: string; readonly address: string }[] };
  }[];
}

interface Kubeconfig {
  readonly "current-context": string;
  readonly contexts: readonly { readonly name: string; readonly context: { readonly cluster: string; readonly user: string } }[];
  readonly clusters: readonly { readonly name: string; readonly cluster: { readonly server: string } }[];
  readonly users: readonly { readonly name: string; readonly user: unknown }[];
}

const readFacts = (
  [command = "", ...first]: readonly string[],
  path: string,
  networks: Pick<ClusterFacts, "podNetwork" | "serviceNetwork">,
): ClusterFacts => {
  const ask = <T>(...words: readonly string[]): T => {
    const { stdout, stderr, status } = spawnSync(command, [...first, ...words], {
      env: { ...process.env, KUBECONFIG: path },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${command} ${words.join(" ")}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  const nodes = ask<NodeList>("get", "nodes", "-o", "json").items;
  const version = ask<{ serverVersion: { gitVersion: string }; clientVersion: { gitVersion: string } }>("version", "-o", "json");
  const config = parse(readFileSync(path, "utf8")) as Kubeconfig;
  const named = <T extends { readonly name: string }>(items: readonly T[], name: string | undefined): T => {
    const found = items.find((item) => item.name === name);
    if (found === undefined) throw new Error(`${path} has no ${name}`);
    return found;
  };
  const { context } = named(config.contexts, config["current-context"]);
  const { cluster } = named(config.clusters, context.cluster);
  return {
    nodes: nodes.map(({ metadata }) => metadata.name),
    nodeAddresses: nodes.flatMap(({ status }) =>
      status.addresses.filter(({ type }) => type === "InternalIP").map(({ address }) => address),
    ),
    server: cluster.server,
    ...networks,
    versions: { kubernetes: version.serverVersion.gitVersion, kubectl: version.clientVersion.gitVersion },
    cluster,
    user: named(config.users, context.user).user,
  };
};
