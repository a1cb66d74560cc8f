import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { notAvailable } from "../command-line/refused-commands.ts";
import { CommandFailure } from "../session/errors.ts";
import { namedObject, podToAttach } from "../session/pod-to-attach.ts";

/** `kubectl port-forward`: reports wrong arguments, and refuses the rest. */
export const portForwardCommand: Command = defineCommand({
  path: "port-forward",
  usage: "TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]",
  flags: flagTable("address list", "pod-running-timeout duration"),
  run: async (session) => {
    const [name, ...ports] = session.args.words;
    if (name === undefined || ports.length === 0)
      throw new CommandFailure(
        "TYPE/NAME and list of ports are required for port-forward\nSee 'kubectl port-forward -h' for help and examples",
      );
    const found = await namedObject(session, name);
    const pod = await podToAttach(session, found);
    for (const port of ports) {
      const remote = port.split(":")[1] ?? port;
      if (found.object.kind === "Service") checkServicePort(found.object as unknown as Service, remote);
      else checkPodPort(pod, remote);
    }
    if (pod.status?.phase !== "Running")
      throw new CommandFailure(`unable to forward port because pod is not running. Current status=${pod.status?.phase ?? ""}`);
    throw notAvailable("port-forward");
  },
});

interface NamedPort {
  readonly name?: string | undefined;
  readonly port: number;
  readonly protocol?: string | undefined;
}

const isNumber = (text: string): boolean => /^[-+]?\d+$/.test(text);

const checkPodPort = (pod: Pod, remote: string): void => {
  const ports = pod.spec.containers.flatMap((container) => container.ports ?? []);
  const named = ports.map(({ name, containerPort, protocol }) => ({ name, port: containerPort, protocol }));
  if (!isNumber(remote) && !named.some(({ name }) => name === remote))
    throw new CommandFailure(`Pod '${pod.metadata.name}' does not have a named port '${remote}'`);
  refuseUdp(named, remote);
  if (remote === "") throw new CommandFailure("remote port cannot be empty");
};

const checkServicePort = (service: Service, remote: string): void => {
  const ports = service.spec.ports ?? [];
  const { name } = service.metadata;
  if (!isNumber(remote) && !ports.some((port) => port.name === remote))
    throw new CommandFailure(`Service '${name}' does not have a named port '${remote}'`);
  refuseUdp(ports, remote);
  if (isNumber(remote) && !ports.some(({ port }) => port === Number(remote)))
    throw new CommandFailure(`Service ${name} does not have a service port ${Number(remote)}`);
};

const refuseUdp = (ports: readonly NamedPort[], remote: string): void => {
  const number = isNumber(remote) ? Number(remote) : ports.find(({ name }) => name === remote)?.port;
  const spoken = ports.filter(({ port }) => port === number).map(({ protocol }) => protocol ?? "TCP");
  if (spoken.includes("UDP") && !spoken.includes("TCP")) throw new CommandFailure(`UDP protocol is not supported for ${remote}`);
};
