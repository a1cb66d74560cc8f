import type { Applet, AppletCall, AppletResult } from "#shell/interpreter/applet-call.ts";
import type { World } from "../kernel/world.ts";
import type { ContainerMachine } from "./container-machine.ts";

/** One turn of a program that knows that it runs in a container of a simulated cluster. */
export type ContainerCall = AppletCall<ContainerMachine>;

/** A program that is told of the world: of the network, of data stores. */
export type ContainerApplet = (call: ContainerCall) => AppletResult;

/** Programs of containers, by name; the world's parts carry them as the constant `containerApplets`. */
export type ContainerApplets = Readonly<Record<string, ContainerApplet>>;

/** Returns the programs that the containers of a world have besides those of any machine. */
export const containerApplets = (world: World): Readonly<Record<string, Applet>> =>
  // A container's machine is the only one that hands calls to them.
  (world.parts.config["containerApplets"] ?? {}) as Readonly<Record<string, Applet>>;
