import { defineCommand } from "../../command.ts";
import { openClient } from "../../engine/open-client.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { ACCESS_OPTIONS, type ServerOptions } from "../../options/server-options.ts";
import { agentEnvironment } from "../../output/agent-environment.ts";

interface KubeconfigOptions extends ServerOptions {
  readonly server: string;
  readonly output?: string;
  readonly env?: boolean;
}

export default defineCommand<KubeconfigOptions>({
  name: "kubeconfig",
  summary: "get a kubeconfig for the cluster of a running episode",
  description:
    "Asks a server for access to the Kubernetes API of one running episode and prints the kubeconfig, or writes it to a file. Whoever holds it is the episode's agent and has the agent's rights; when the episode ends it is worth nothing. What is done with it takes virtual time and is recorded with the episode. The server must run on this machine, or listen to others with its setting kubeHost.",
  args: [{ name: "episode", description: "id of a running episode" }],
  options: [
    { flags: "--server <host:port>", description: "the server that plays the episode", fallback: "127.0.0.1:50051" },
    ...ACCESS_OPTIONS,
    { flags: "--output <file>", description: "write it there, for its owner alone, and print where it is" },
    { flags: "--env", description: "print settings for a shell instead: KUBECONFIG, and the addresses of MCP and of the telemetry" },
  ],
  examples: [
    { command: "kubeconfig my-episode > agent.yaml", says: "then: KUBECONFIG=agent.yaml kubectl get pods" },
    { command: "kubeconfig my-episode --output agent.yaml", says: "the same, readable by you alone" },
    { command: "kubeconfig my-episode --env > agent.env", says: "then: . ./agent.env, and start your agent" },
  ],
  doing: () => undefined,
  run: async ({ server, output: file, env, ...access }, output, [episodeId = ""]) => {
    const { client } = await openClient(server, access);
    try {
      const reached = await client.agentAccess(episodeId);
      const { kubeconfig } = reached;
      if (kubeconfig === undefined) throw new CliError("this server offers no Kubernetes API endpoint", "unavailable");
      if (file === undefined && env !== true) {
        output.emit({ kubeconfig, env: agentEnvironment(reached) });
        output.print(kubeconfig.trimEnd());
        return EXIT_CODES.ok.code;
      }
      const { writeKubeconfig } = await import("#env/open/foreground.ts");
      const path = await writeKubeconfig(file, kubeconfig);
      const environment = agentEnvironment(reached, path);
      output.emit({ file: path, ...(env && { env: environment }) });
      output.print(env ? renderExports(environment) : path);
      return EXIT_CODES.ok.code;
    } finally {
      await client.close();
    }
  },
});

const renderExports = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`)
    .join("\n");
