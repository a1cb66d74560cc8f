import type { Image } from "../images/image.ts";
import type { Process } from "./process.ts";

/** A container that is about to execute its command. */
export interface ContainerEntry {
  /** Its process, still without a program; of the image it sees what its mounts leave. */
  readonly process: Process;
  /** The whole image. */
  readonly image: Image;
  /** First word of the command. */
  readonly word: string;
  /** Path of the container's root on its node. */
  readonly rootfs: string;
}
