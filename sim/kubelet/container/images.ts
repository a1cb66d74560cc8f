import { digestText } from "#core/digest.ts";
import { formatGoDuration } from "#core/go-duration.ts";
import type { Container } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { resolveImage } from "../../programs/runtime/process-host.ts";
import { fullImageName } from "./runtime-ids.ts";

/** True when the image is on the node's disk. */
export const isImagePresent = (world: World, node: string, reference: string): boolean =>
  world.map<Origin>(IMAGES).has(imageKey(node, reference));

/** Records that an image is on the node's disk. */
export const storeImage = (world: World, node: string, reference: string): void =>
  world.map<Origin>(IMAGES).set(imageKey(node, reference), "pulled");

/** Puts an image on the node's disk from an archive: no registry has given it a digest. */
export const loadImage = (world: World, node: string, reference: string): void =>
  world.map<Origin>(IMAGES).set(imageKey(node, reference), "loaded");

/** Full names of the images on a node's disk, sorted. */
export const imagesOn = (world: World, node: string): readonly string[] =>
  world
    .map<Origin>(IMAGES)
    .keys()
    .flatMap((key) => (key.startsWith(`${node} `) ? [key.slice(node.length + 1)] : []));

/** Image ID of a running image: its registry's digest, or its own digest where it was loaded. */
export const imageIdOf = (world: World, node: string, reference: string): string => {
  if (world.map<Origin>(IMAGES).get(imageKey(node, reference)) === "loaded") return digestText(fullImageName(reference));
  const found = resolveImage(world, reference);
  return found.kind === "found" ? found.imageId : fullImageName(reference);
};

type Origin = "pulled" | "loaded";

/** A pull: when it is over, and how long it took with and without waiting for others. */
export interface Pull {
  readonly doneAtMs: number;
  readonly pullMs: number;
  readonly totalMs: number;
}

/** Plans a pull: a node pulls one image after the other, at a rate drawn for the pull. */
export const planPull = (
  world: World,
  node: string,
  container: Container,
  image: { readonly reference: string; readonly sizeBytes: number },
): Pull => {
  const queue = world.map<number>(PULL_QUEUE);
  const now = world.nowMs();
  const startMs = Math.max(now, queue.get(node) ?? 0);
  const rng = world.rng(`kubelet/pull/${node}/${image.reference}/${container.name}/${now}`);
  const isHere = isImagePresent(world, node, image.reference);
  const bytesPerMs = rng.int(60_000, 110_000);
  const pullMs = rng.int(180, 650) + (isHere ? 0 : Math.ceil(image.sizeBytes / bytesPerMs));
  queue.set(node, startMs + pullMs);
  return { doneAtMs: startMs + pullMs, pullMs, totalMs: startMs + pullMs - now };
};

/** The event's text about a pull that succeeded. */
export const pulledMessage = (reference: string, { pullMs, totalMs }: Pull, sizeBytes: number): string =>
  `Successfully pulled image "${reference}" in ${formatGoDuration(pullMs)} (${formatGoDuration(totalMs)} including waiting). Image size: ${sizeBytes} bytes.`;

const IMAGES = "kubelet/images";
const PULL_QUEUE = "kubelet/pull-queue";

const imageKey = (node: string, reference: string): string => `${node} ${fullImageName(reference)}`;
