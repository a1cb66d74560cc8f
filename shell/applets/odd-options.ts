import type { AppletCall } from "../interpreter/applet-call.ts";
import type { OddOptions } from "../machine/programs.ts";

/** Returns the options with which an applet does otherwise on its machine than elsewhere. */
export const oddOptions = ({ machine, name }: AppletCall): OddOptions => machine.programs.oddOptions(name);
