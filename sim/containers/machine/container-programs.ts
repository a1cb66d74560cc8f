import { APPLETS } from "#shell/applets/applets.ts";
import type { Applet } from "#shell/interpreter/applet-call.ts";
import type { OddOptions, Programs } from "#shell/machine/programs.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { containerApplets } from "../container-applet.ts";

/** Programs of a container's image. */
export class ContainerPrograms implements Programs {
  readonly unknown: Applet;
  readonly #own: Readonly<Record<string, Applet>>;
  readonly #process: Process;

  constructor({ world, process }: { readonly world: World; readonly process: Process }) {
    this.#process = process;
    this.#own = containerApplets(world);
    this.unknown = startAgain(process);
  }

  at(path: string): string | undefined {
    return this.#process.start.image?.binaries[path];
  }

  isInShell(name: string): boolean {
    return this.#process.start.image?.isStandalone === true && name !== "node" && this.applet(name) !== undefined;
  }

  applet(name: string): Applet | undefined {
    return this.#own[name] ?? APPLETS[name];
  }

  oddOptions(name: string): OddOptions {
    return this.#process.start.image?.oddOptions?.[name] ?? {};
  }
}

/** A server that is started a second time finds its port taken. */
const startAgain =
  ({ ports }: Process): Applet =>
  (call) => {
    const [port] = ports;
    const name = call.name.slice(call.name.lastIndexOf("/") + 1);
    call.err(port === undefined ? `${name}: applet not found\n` : `${name}: listen tcp :${port.port}: bind: address already in use\n`);
    return port === undefined ? 127 : 1;
  };
