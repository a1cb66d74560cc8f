import type { MachineCheck } from "#env/open/diagnose-machine.ts";
import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { addressOf } from "../../options/listen-address.ts";
import { printChecks } from "../../output/print-checks.ts";

interface DoctorOptions {
  readonly listen?: string;
  readonly httpPort?: string;
  readonly threads?: string;
  readonly journal?: string;
  readonly warmCache?: string;
}

export default defineCommand<DoctorOptions>({
  name: "doctor",
  summary: "examine this machine for a server, and play one episode as a check",
  description:
    "Checks Node, ports, the journal with its lock, modes of files with secrets, memory and the Python client for a server with these options, plays one expert episode, and says what to do about what is missing. Nothing is changed. For real clusters see kubedrill pool doctor.",
  options: [
    { flags: "--listen <host:port>", description: "address that the server would listen on (default: 127.0.0.1:50051)" },
    { flags: "--http-port <port>", description: "port of /healthz, /readyz and /metrics (default: none)" },
    { flags: "--threads <n>", description: "threads that would play episodes (default: one per core)" },
    { flags: "--journal <folder>", description: "where the journal would be (default: the user's state folder)" },
    { flags: "--warm-cache <folder>", description: "worlds that the server would share with others (default: none)" },
  ],
  examples: [
    { command: "doctor", says: "would kubedrill serve work here?" },
    { command: "doctor --threads 64 --journal /var/lib/kubedrill --json", says: "for a program: one line a check" },
  ],
  doing: () => "checking this machine",
  run: async (options, output) => {
    const [{ readConfig }, { diagnoseMachine }] = await Promise.all([
      import("#env/open/config.ts"),
      import("#env/open/diagnose-machine.ts"),
    ]);
    const config = readSettings(() => readConfig(settingsOf(options), process.env));
    const checks = async function* () {
      yield* diagnoseMachine(config);
      output.info("playing one episode …");
      yield await playEpisode();
    };
    return (await printChecks(checks(), output)) ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
  },
});

const readSettings = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw new CliError((error as Error).message);
  }
};

const settingsOf = ({ listen, httpPort, threads, journal, warmCache }: DoctorOptions) => ({
  ...addressOf(listen),
  httpPort,
  threads,
  stateDirectory: journal,
  warmCache,
  insecure: true, // nothing listens for longer than a moment
});

const playEpisode = async (): Promise<MachineCheck> => {
  const [{ startServer }, { readConfig }, { openParts }, { checkServer }] = await Promise.all([
    import("#env/server/serve.ts"),
    import("#env/open/config.ts"),
    import("#env/open/open-parts.ts"),
    import("../../engine/self-check.ts"),
  ]);
  const config = readConfig({ port: 0, threads: 1, tokenFile: "", logLevel: "silent", prepareWhileIdle: false });
  const parts = await openParts(config);
  const server = await startServer(config, { parts });
  try {
    const { passed, says, ms } = await checkServer(server, parts.open);
    return { name: "self-check", state: passed ? "good" : "unusable", says: `${says}, ${ms} ms` };
  } finally {
    await server.close(0);
  }
};
