import type { World } from "../../kernel/world.ts";
import { type ObjectVersion, objectHistory, type ResourceHistory } from "./history/object-history.ts";

/** Namespaces that alert rules and probes watch at an instant: all that ever were by then but the cluster's own, sorted. */
export const monitoredNamespaces = (world: World, atMs: number): readonly string[] => {
  const history = objectHistory(world, "namespaces");
  let seen = kept.get(history);
  if (seen === undefined) {
    seen = [...history]
      .filter(([name]) => !OWN.has(name) && !name.startsWith("kube-"))
      .map(([name, newest]) => ({ name, firstMs: firstMs(newest) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    kept.set(history, seen);
  }
  return seen.filter((namespace) => namespace.firstMs <= atMs).map(({ name }) => name);
};

const firstMs = (newest: ObjectVersion): number => {
  let version = newest;
  while (version.previous !== undefined) version = version.previous;
  return version.fromMs;
};

const kept = new WeakMap<ResourceHistory, readonly { readonly name: string; readonly firstMs: number }[]>();

const OWN: ReadonlySet<string> = new Set(["default", "local-path-storage", "observe", "monitoring", "ingress-nginx"]);
