import { APPLETS } from "#shell/applets/applets.ts";
import type { Applet } from "#shell/interpreter/applet-call.ts";
import type { OddOptions, Programs } from "#shell/machine/programs.ts";
import type { NodeProgram } from "./node-machine.ts";
import { crictl } from "./programs/crictl.ts";
import { curl } from "./programs/curl.ts";
import { journalctl } from "./programs/journalctl.ts";
import { MACHINE_PROGRAMS } from "./programs/machine-programs.ts";
import { ps, top } from "./programs/ps.ts";
import { systemctl } from "./programs/systemctl.ts";

/** Programs of a node: those of a Debian machine with a kubelet and containerd. */
export class NodePrograms implements Programs {
  readonly unknown: Applet = (call) => call.fail("cannot run here", 126);

  at(path: string): string | undefined {
    const name = path.replace(/^\/(?:usr\/)?s?bin\//, "");
    return !name.includes("/") && PROGRAM_NAMES.includes(name) ? name : undefined;
  }

  isInShell(): boolean {
    return false;
  }

  applet(name: string): Applet | undefined {
    // A node's machine is the only one that hands calls to its programs.
    return Object.hasOwn(OWN, name) ? (OWN[name] as unknown as Applet) : APPLETS[name];
  }

  oddOptions(): OddOptions {
    return {};
  }
}

const sudo: NodeProgram = (call) => call.become(call.args.filter((arg, at) => at > 0 || !/^-[EHnS]+$/.test(arg)));

const OWN: Readonly<Record<string, NodeProgram>> = { ...MACHINE_PROGRAMS, crictl, curl, journalctl, ps, sudo, systemctl, top };

const ABSENT: ReadonlySet<string> = new Set(["busybox", "watch", "killall", "kill", "usleep"]);

/** Names of all programs, each a file in /usr/bin. */
export const PROGRAM_NAMES: readonly string[] = [
  ...new Set([...Object.keys(APPLETS).filter((name) => !ABSENT.has(name)), ...Object.keys(OWN), "bash", "sh"]),
].sort();
