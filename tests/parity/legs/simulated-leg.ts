import { impersonationHeaders } from "#env/kubectl-program/impersonation-headers.ts";
import { fileOf } from "#env/kubectl-program/open-cluster.ts";
import type { ParsedArgs } from "#kubectl/command-line/flags.ts";
import { runKubectl } from "#kubectl/run-kubectl.ts";
import type { OpenedCluster, OpenedKubeconfig } from "#kubectl/session/session.ts";
import { parseKubeconfig } from "#pool/kubernetes/kubeconfig.ts";
import type { UserInfo } from "#sim/apiserver/http/client.ts";
import { impersonate } from "#sim/apiserver/http/wire/impersonate.ts";
import type { World } from "#sim/kernel/world.ts";
import { createSimPort } from "#sim/sim-port.ts";
import { BARE_FACTS, bootBareWorld } from "./bare-world.ts";
import { type Answer, type ClusterFacts, COMMAND_TIMEOUT_MS, type Command, type Leg } from "./leg.ts";
import { machineOfPlace } from "./machine-of-place.ts";

/** Creates the leg of the in-process kubectl on a simulated cluster, in virtual time. */
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

/** User of the kubeconfig of a kubeadm cluster. */
const USER: UserInfo = {
  username: "kubernetes-admin",
  groups: ["kubeadm:cluster-admins", "system:authenticated"],
  extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${"0123456789abcdef".repeat(4)}`] },
};

/** Duration of the real program for one command, ms. */
const COMMAND_MS = 300;

const runInProcess = async (world: World, command: Command): Promise<Answer> => {
  const { words, place, stdin } = command;
  world.runUntil(world.nowMs() + COMMAND_MS);
  try {
    const { exitCode, stdout, stderr, waitedTooLong } = await runKubectl(
      {
        machine: machineOfPlace(command),
        stdin,
        timeoutMs: COMMAND_TIMEOUT_MS,
        open: async (args): Promise<OpenedCluster> => {
          const kubeconfig = kubeconfigOf(args, command);
          return {
            cluster: createSimPort(world, userOf(world, args)),
            namespace: namespaceOf(kubeconfig.file as Kubeconfig, args.text("context")) ?? place.namespace,
            kubeconfig,
          };
        },
      },
      words,
    );
    return waitedTooLong ? { exit: 124, stdout, stderr: "the command did not end\n" } : { exit: exitCode, stdout, stderr };
  } catch (error) {
    // A crash is a difference of this step and must not hide the others.
    return { exit: -1, stdout: "", stderr: `crashed: ${(error as Error).stack ?? error}\n` };
  }
};

type Kubeconfig = Readonly<Record<string, unknown>> & {
  readonly "current-context"?: string;
  readonly contexts?: readonly { readonly name: string; readonly context?: { readonly namespace?: string } }[] | null;
};

/** Namespace of the current context, which a scenario may have changed. */
const namespaceOf = (file: Kubeconfig, name = file["current-context"]): string | undefined =>
  file.contexts?.find((context) => context.name === name)?.context?.namespace;

/** Kubeconfig of the flag or of the place; empty if the file is missing. */
const kubeconfigOf = (args: ParsedArgs, command: Command): OpenedKubeconfig => {
  const path = args.text("kubeconfig") || command.place.kubeconfig;
  const text = machineOfPlace(command).readFile(path) ?? "";
  const file = fileOf(parseKubeconfig(text, path, { keepsPaths: Boolean(args.text("kubeconfig")) }));
  return { file, path, server: FACTS.server, context: "parity", isMissing: machineOfPlace(command).readFile(path) === undefined };
};

/** User of a command, or the impersonated one with `--as`. */
const userOf = (world: World, args: ParsedArgs): UserInfo => {
  if (!args.text("as")) return USER;
  const headers = Object.entries(impersonationHeaders(args)).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const user = impersonate(world, USER, Object.fromEntries(headers));
  if (!user.ok) throw new Error(user.error.message);
  return user.value;
};
