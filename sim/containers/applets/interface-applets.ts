import { digestText } from "#core/digest.ts";
import { readOptions } from "#shell/applets/options.ts";
import type { ContainerApplet, ContainerCall } from "../container-applet.ts";
import type { ContainerMachine } from "../container-machine.ts";
import { openSockets } from "../machine/open-sockets.ts";
import { addressOf } from "../machine/runtime-files.ts";

/** `netstat`: nothing stays connected between two commands, so what it can show are servers. */
const netstat: ContainerApplet = (call) => {
  const { has, unknown } = readOptions(call.args, "ralntuwxeW");
  if (unknown !== undefined) return call.misuse(unknown, NETSTAT_USAGE);
  if (has("r")) return routes(call);
  const isAll = !(has("t") || has("u") || has("w") || has("x"));
  const which = has("a") ? "servers and established" : has("l") ? "only servers" : "w/o servers";
  if (isAll || has("t") || has("u") || has("w")) {
    call.out(`Active Internet connections (${which})\nProto Recv-Q Send-Q Local Address           Foreign Address         State       \n`);
    for (const { port, protocol, isDual } of has("a") || has("l") ? openSockets(call.machine) : []) {
      if (!isAll && !has(protocol === "TCP" ? "t" : "u")) continue;
      const any = isDual ? "::" : "0.0.0.0";
      call.out(
        `${protocol.toLowerCase().padEnd(5)}      0      0 ${`${any}:${port}`.padEnd(23)} ${`${any}:*`.padEnd(23)} ${protocol === "TCP" ? "LISTEN" : ""}      \n`,
      );
    }
  }
  if (isAll || has("x")) call.out(`Active UNIX domain sockets (${which})\nProto RefCnt Flags       Type       State         I-Node Path\n`);
  return 0;
};

const NETSTAT_USAGE = `netstat [-ral] [-tuwx] [-en]

Display networking information

	-r	Routing table
	-a	All sockets
	-l	Listening sockets
		Else: connected sockets
	-t	TCP sockets
	-u	UDP sockets
	-w	Raw sockets
	-x	Unix sockets
		Else: all socket types
	-e	Other/more information
	-n	Don't resolve names
`;

/** The network card of a pod, as all tools show it. */
interface Card {
  readonly address: string;
  readonly gateway: string;
  readonly network: string;
  readonly broadcast: string;
  /** Of the hardware: drawn from the address. */
  readonly mac: string;
  readonly local: string;
}

const cardOf = ({ world, process }: ContainerMachine): Card => {
  const address = addressOf(world, process);
  const last = (number: number): string => address.replace(/\d+$/, `${number}`);
  const digits = digestText(`card/${process.podUid}`).slice("sha256:".length);
  const bytes = [
    ((Number.parseInt(digits.slice(0, 2), 16) & 0xfc) | 2).toString(16).padStart(2, "0"),
    ...[1, 2, 3, 4, 5].map((at) => digits.slice(at * 2, at * 2 + 2)),
  ];
  const [a = "", b = "", c = "", d = "", e = "", f = ""] = bytes;
  const first = (Number.parseInt(a, 16) ^ 2).toString(16);
  const group = (high: string, low: string): string => Number.parseInt(high + low, 16).toString(16);
  const local = `fe80::${[group(first, b), group(c, "ff"), group("fe", d), group(e, f)].join(":")}`;
  return { address, gateway: last(1), network: last(0), broadcast: last(255), mac: bytes.join(":"), local };
};

const ip: ContainerApplet = (call) => {
  const [what = "", ...rest] = call.args.filter((arg) => !/^-(\d|o|f|s|br|c)/.test(arg));
  const card = cardOf(call.machine);
  if (what === "") return call.usage(IP_USAGE);
  const is = (name: string): boolean => name.startsWith(what);
  if (is("address") || is("link")) return showLinks(call, card, { hasAddresses: is("address"), rest });
  if (is("route")) {
    if (rest[0] !== undefined && "get".startsWith(rest[0]))
      call.out(`${rest[1] ?? ""} via ${card.gateway} dev eth0  src ${card.address} \n`);
    else call.out(`default via ${card.gateway} dev eth0 \n${card.network}/24 dev eth0 scope link  src ${card.address} \n`);
    return 0;
  }
  if (is("neigh") || is("neighbor")) return 0;
  if (is("rule")) {
    call.out("0:\tfrom all lookup local \n32766:\tfrom all lookup main \n32767:\tfrom all lookup default \n");
    return 0;
  }
  return call.usage(IP_USAGE);
};

const IP_USAGE = `ip [OPTIONS] address|route|link|tunnel|neigh|rule [ARGS]

OPTIONS := -f[amily] inet|inet6|link | -o[neline]

ip addr add|del IFADDR dev IFACE | show|flush [dev IFACE] [to PREFIX]
ip route list|flush|add|del|change|append|replace|test ROUTE
ip link set IFACE [up|down] [arp on|off] [multicast on|off]
	[promisc on|off] [mtu NUM] [name NAME] [qlen NUM] [address MAC]
	[master IFACE | nomaster] [netns PID]
ip tunnel add|change|del|show [NAME]
	[mode ipip|gre|sit] [remote ADDR] [local ADDR] [ttl TTL]
ip neigh show|flush [to PREFIX] [dev DEV] [nud STATE]
ip rule [list] | add|del SELECTOR ACTION
`;

const showLinks = (
  call: ContainerCall,
  { address, broadcast, mac, local }: Card,
  { hasAddresses, rest }: { readonly hasAddresses: boolean; readonly rest: readonly string[] },
): number => {
  const [verb = "show", ...words] = rest;
  if (!["show", "list", "dev"].some((known) => known.startsWith(verb)) && verb !== "eth0" && verb !== "lo") {
    call.err(`ip: RTNETLINK answers: Operation not permitted\n`);
    return 2;
  }
  const wanted = [verb, ...words].find((word) => word === "eth0" || word === "lo");
  const unknown = words.find((word) => word !== "dev" && word !== wanted);
  if (unknown !== undefined) return call.fail(`can't find device '${unknown}'`);
  const forEver = "       valid_lft forever preferred_lft forever\n";
  const first = `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n`;
  const second = `2: eth0@if8: <BROADCAST,MULTICAST,UP,LOWER_UP,M-DOWN> mtu 1500 qdisc noqueue \n    link/ether ${mac} brd ff:ff:ff:ff:ff:ff\n`;
  if (wanted !== "eth0")
    call.out(first + (hasAddresses ? `    inet 127.0.0.1/8 scope host lo\n${forEver}    inet6 ::1/128 scope host \n${forEver}` : ""));
  if (wanted !== "lo")
    call.out(
      second +
        (hasAddresses
          ? `    inet ${address}/24 brd ${broadcast} scope global eth0\n${forEver}    inet6 ${local}/64 scope link \n${forEver}`
          : ""),
    );
  return 0;
};

const ifconfig: ContainerApplet = (call) => {
  const { address, broadcast, mac, local } = cardOf(call.machine);
  const [wanted] = call.args.filter((arg) => arg !== "-a");
  const texts: Readonly<Record<string, string>> = {
    eth0: `eth0      Link encap:Ethernet  HWaddr ${mac.toUpperCase()}  \n          inet addr:${address}  Bcast:${broadcast}  Mask:255.255.255.0\n          inet6 addr: ${local}/64 Scope:Link\n          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n          RX packets:5 errors:0 dropped:0 overruns:0 frame:0\n          TX packets:9 errors:0 dropped:0 overruns:0 carrier:0\n          collisions:0 txqueuelen:0 \n          RX bytes:446 (446.0 B)  TX bytes:726 (726.0 B)\n\n`,
    lo: `lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0\n          inet6 addr: ::1/128 Scope:Host\n          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n          RX packets:0 errors:0 dropped:0 overruns:0 frame:0\n          TX packets:0 errors:0 dropped:0 overruns:0 carrier:0\n          collisions:0 txqueuelen:1000 \n          RX bytes:0 (0.0 B)  TX bytes:0 (0.0 B)\n\n`,
  };
  if (wanted !== undefined && texts[wanted] === undefined)
    return call.fail(`${wanted}: error fetching interface information: Device not found`);
  call.out(wanted === undefined ? Object.values(texts).join("") : (texts[wanted] as string));
  return 0;
};

const routes = (call: ContainerCall): number => {
  const { gateway, network } = cardOf(call.machine);
  const line = (to: string, via: string, mask: string, flags: string): string =>
    `${to.padEnd(15)} ${via.padEnd(15)} ${mask.padEnd(16)}${flags.padEnd(5)} 0      0        0 eth0\n`;
  const isNumeric = call.args.some((arg) => /^-\w*n/.test(arg));
  call.out("Kernel IP routing table\nDestination     Gateway         Genmask         Flags Metric Ref    Use Iface\n");
  call.out(
    line(isNumeric ? "0.0.0.0" : "default", gateway, "0.0.0.0", "UG") + line(network, isNumeric ? "0.0.0.0" : "*", "255.255.255.0", "U"),
  );
  return 0;
};

const arp: ContainerApplet = () => 0;

/** Applets that show a pod's network as the kernel has it. Nothing of it can be changed without rights over it. */
export const INTERFACE_APPLETS: Readonly<Record<string, ContainerApplet>> = { arp, ifconfig, ip, netstat, route: routes };
