/** Commands of kubectl that cannot work through a tool call, with the reason and the way out. */
export const REFUSED_COMMANDS: Readonly<Record<string, string>> = {
  edit: "there is no editor; use kubectl patch, kubectl set or kubectl apply -f -",
  attach: "there is no terminal; use kubectl logs or kubectl exec",
  "port-forward": "there is no local port to forward; use kubectl exec to call a service from inside a pod",
  proxy: "there is no local port to listen on; use kubectl get --raw PATH",
  cp: "there are no local files; use kubectl exec to read or write a file in a container",
  debug: "ephemeral containers cannot be attached to; use kubectl exec, kubectl logs or kubectl run",
  diff: "there are no local files to compare; use kubectl apply --dry-run=server -f - and kubectl get -o yaml",
  kustomize: "there are no local files; give the manifest itself with kubectl apply -f -",
  completion: "there is no shell to complete for",
  plugin: "there are no plugins",
  alpha: "there are no alpha commands",
  certificate: "certificate signing requests cannot be approved with this identity",
  options: "every command lists its own options with --help",
};
