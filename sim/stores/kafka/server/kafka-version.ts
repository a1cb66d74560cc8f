import { parseImageReference } from "#kube/objects/image-reference.ts";
import type { Process } from "../../../processes/process.ts";

/** Releases of the image, newest first. */
export const KAFKA_RELEASES: readonly string[] = ["4.1.1", "4.0.1", "3.9.1", "3.8.1", "3.7.2"];

/** Version of the broker in a container's image. */
export const kafkaVersion = ({ start }: Process): string => {
  const wanted = parseImageReference(start.container.image ?? "")?.tag ?? "latest";
  return KAFKA_RELEASES.find((release) => release === wanted) ?? (KAFKA_RELEASES[0] as string);
};
