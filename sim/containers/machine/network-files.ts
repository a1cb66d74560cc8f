import type { ContainerMachine } from "../container-machine.ts";
import { openSockets } from "./open-sockets.ts";
import { addressOf } from "./runtime-files.ts";

/** The text of a file below `/proc/net`; undefined for what is not there. */
export const networkFile = (machine: ContainerMachine, name: string): string | undefined => FILES[name]?.(machine);

const FILES: Readonly<Record<string, (machine: ContainerMachine) => string>> = {
  dev: () =>
    "Inter-|   Receive                                                |  Transmit\n face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0\n  eth0:     446       5    0    0    0     0          0         0      726       9    0    0    0     0       0          0\n",
  route: (machine) => {
    const address = addressOf(machine.world, machine.process);
    const gateway = reversedHex(address.replace(/\d+$/, "1"));
    const line = (words: string): string => `${words.padEnd(127)}\n`;
    return [
      line("Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT"),
      line(`eth0\t00000000\t${gateway}\t0003\t0\t0\t0\t00000000\t0\t0\t0`),
      line(`eth0\t${reversedHex(address.replace(/\d+$/, "0"))}\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0`),
    ].join("");
  },
  tcp: (machine) => table(machine, "TCP", false),
  tcp6: (machine) => table(machine, "TCP", true),
  udp: (machine) => table(machine, "UDP", false),
  udp6: (machine) => table(machine, "UDP", true),
};

const table = (machine: ContainerMachine, protocol: "TCP" | "UDP", isDual: boolean): string => {
  const any = "0".repeat(isDual ? 32 : 8);
  const head = isDual ? HEAD_6 : HEAD_4;
  const rows = openSockets(machine)
    .filter((socket) => socket.protocol === protocol && socket.isDual === isDual)
    .map(({ port }, index) => {
      const local = `${any}:${port.toString(16).toUpperCase().padStart(4, "0")}`;
      const state = protocol === "TCP" ? "0A" : "07";
      const row = `${`${index}`.padStart(4)}: ${local} ${any}:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${80_000 + port} 1 0000000000000000 100 0 0 10 0`;
      return `${row.padEnd(isDual ? 0 : 149)}\n`;
    });
  return `${head.padEnd(isDual ? 0 : 149)}\n${rows.join("")}`;
};

const HEAD_4 = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const HEAD_6 =
  "  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";

/** An address of IPv4 as the kernel's tables have it: its bytes from the last to the first. */
const reversedHex = (address: string): string =>
  address
    .split(".")
    .reverse()
    .map((part) => Number(part).toString(16).toUpperCase().padStart(2, "0"))
    .join("");
