import { playBlindly } from "../../blind/blind-actions.ts";
import { DONE, definePolicy } from "../../policy.ts";

/** Removes every taint and starts the kubelet of every node. */
export default definePolicy({
  id: "remove-taints-start-kubelets",
  title: "removes all taints and starts all kubelets",
  degenerate: true,
  play: (situation) => [...playBlindly(situation, "remove-taints", "start-kubelets", "wait-a-minute"), DONE],
});
