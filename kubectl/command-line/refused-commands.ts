import { CommandFailure } from "../session/errors.ts";

/** Commands of kubectl that cannot work through a tool call, with the reason and an alternative. */
export const REFUSED_COMMANDS: Readonly<Record<string, string>> = {
  attach: "there is no terminal; use kubectl logs or kubectl exec",
  "port-forward": "there is no local port to forward; use kubectl exec to call a service from inside a pod",
  proxy: "there is no local port to listen on; use kubectl get --raw PATH",
  "cluster-info dump": "it would print the whole cluster; use kubectl get, kubectl describe and kubectl logs",
  kustomize: "there are no local files; give the manifest itself with kubectl apply -f -",
  completion: "there is no shell to complete for",
  plugin: "there are no plugins",
  alpha: "there are no alpha commands",
};

/** Error of a refused command. */
export const notAvailable = (path: string): CommandFailure =>
  new CommandFailure(`kubectl ${path} is not available here: ${REFUSED_COMMANDS[path]}`);
