import { hex64 } from "../../kernel/hex64.ts";
import type { World } from "../../kernel/world.ts";

/** A container's id as containerd gives it: 64 hex digits. */
export const containerId = (world: World, podUid: string, container: string, attempt: number): string =>
  hex64(world, `kubelet/container-id/${podUid}/${container}/${attempt}`);

/** The full name of an image: `mongo:5` → `docker.io/library/mongo:5`. */
export const fullImageName = (reference: string): string => {
  const slash = reference.indexOf("/");
  const registry = slash === -1 ? "" : reference.slice(0, slash);
  const hasRegistry = registry.includes(".") || registry.includes(":") || registry === "localhost";
  const named = hasRegistry ? reference : slash === -1 ? `docker.io/library/${reference}` : `docker.io/${reference}`;
  const last = named.slice(named.lastIndexOf("/") + 1);
  return last.includes(":") || last.includes("@") ? named : `${named}:latest`;
};
