import type { ApiTarget } from "#kube/ports/api-path.ts";
import type { StreamRequest } from "./http.ts";
import { isTrue, type Query } from "./query.ts";

/** Stream that a request asks for; undefined when its path has no streams. */
export const streamRequest = ({ resource, namespace = "", name = "", subresource }: ApiTarget, query: Query): StreamRequest | undefined => {
  if (resource !== "pods") return undefined;
  if (subresource === "portforward") {
    const ports = (query.get("ports") ?? []).flatMap((value) => value.split(",")).map(Number);
    return { kind: "port-forward", namespace, pod: name, ports };
  }
  if (subresource !== "exec" && subresource !== "attach") return undefined;
  const flag = (option: string): boolean => isTrue(query.get(option)?.[0]);
  return {
    kind: subresource,
    namespace,
    pod: name,
    container: query.get("container")?.[0] || undefined,
    command: query.get("command") ?? [],
    stdin: flag("stdin"),
    stdout: flag("stdout"),
    stderr: flag("stderr"),
    tty: flag("tty"),
  };
};
