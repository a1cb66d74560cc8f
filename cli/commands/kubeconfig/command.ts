import { defineCommand } from "../../command.ts";
import { serverToken } from "../../engine/server-token.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { TOKEN_OPTION } from "../../options/engine-options.ts";

interface KubeconfigOptions {
  readonly server: string;
  readonly tokenFile?: string;
  readonly output?: string;
}

export default defineCommand<KubeconfigOptions>({
  name: "kubeconfig",
  summary: "get a kubeconfig for the cluster of a running episode",
  description:
    "Asks a server for access to the Kubernetes API of one running episode and prints the kubeconfig, or writes it to a file. Whoever holds it is the episode's agent and has the agent's rights; when the episode ends it is worth nothing. What is done with it takes virtual time and is recorded with the episode. The server must run on this machine, or listen to others with its setting kubeHost.",
  args: [{ name: "episode", description: "id of a running episode" }],
  options: [
    { flags: "--server <host:port>", description: "the server that plays the episode", fallback: "127.0.0.1:50051" },
    TOKEN_OPTION,
    { flags: "--output <file>", description: "write it there, for its owner alone, and print where it is" },
  ],
  examples: [
    { command: "kubeconfig my-episode > agent.yaml", says: "then: KUBECONFIG=agent.yaml kubectl get pods" },
    { command: "kubeconfig my-episode --output agent.yaml", says: "the same, readable by you alone" },
  ],
  run: async ({ server, tokenFile, output: file }, output, [episodeId = ""]) => {
    const [{ connect }, token] = await Promise.all([import("#clients/typescript/index.ts"), serverToken(server, tokenFile)]);
    const client = connect(server, token === undefined ? {} : { token });
    try {
      const kubeconfig = await client.kubeconfig(episodeId);
      if (file === undefined) {
        output.emit({ kubeconfig });
        output.print(kubeconfig.trimEnd());
        return EXIT_CODES.ok.code;
      }
      const { writeKubeconfig } = await import("#env/open/foreground.ts");
      const path = await writeKubeconfig(file, kubeconfig);
      output.emit({ file: path });
      output.print(path);
      return EXIT_CODES.ok.code;
    } finally {
      await client.close();
    }
  },
});
