import { defineCommand } from "../../command.ts";

export default defineCommand({
  name: "kubectl",
  summary: "run the kubectl that agents use, against any cluster",
  description:
    "Runs one kubectl command with the program that episodes answer with, against the cluster of a kubeconfig: simulated or real. What follows is kubectl's own command line; it honours --kubeconfig, KUBECONFIG, contexts, -n and standard input, and ends with kubectl's exit status.",
  takesAllWords: true,
  options: [],
  examples: [
    { command: "kubectl --kubeconfig episode.kubeconfig get pods -A", says: "look around" },
    { command: "kubectl apply -f app.yaml", says: "on the cluster of KUBECONFIG, or of ~/.kube/config" },
  ],
  doing: () => undefined,
  run: async (_options, _output, words) => {
    const { runKubectlProgram } = await import("#env/kubectl-program/run-kubectl-program.ts");
    return runKubectlProgram(words);
  },
});
