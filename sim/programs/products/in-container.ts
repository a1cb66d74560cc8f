import { startMain } from "../../shell/container-os.ts";
import { NEXT, type Program } from "../runtime/program.ts";

/** Prefix of busybox programs; the applet's name follows. */
export const BUSYBOX_PREFIX = "busybox/";

/** A program that runs in the model of a container's processes. As process 1 it takes no signal that it does not ask for. */
export const IN_CONTAINER: Program = {
  memory: { startMiB: 0.5, idleMiB: 1 },
  bootMs: 0,
  onTerm: "ignored",
  steps: [
    ({ world, process }) => {
      startMain(world, process);
      return NEXT;
    },
  ],
};
