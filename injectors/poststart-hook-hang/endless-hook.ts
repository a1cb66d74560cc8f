import type { Rng } from "#core/rng.ts";
import { containerOf } from "#kube/checks/fault-checks.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { Target } from "../injector.ts";

/** A command that never ends, run after the start of a container. */
export interface EndlessHook {
  readonly container: string;
  readonly command: readonly string[];
}

/** Facts of a workload that `sampleHook` uses, or the reason why it is no target. */
export const hookFacts = ({ spec }: Workload): Target["facts"] | string => {
  const [container] = spec.template.spec.containers;
  if (container?.lifecycle?.["postStart"] !== undefined) return "it has a postStart hook of its own";
  return { container: container?.name ?? "" };
};

/** Draws what people write to keep a container alive, where it is the container's own command. */
export const sampleHook = (rng: Rng, facts: Target["facts"]): EndlessHook => ({
  container: `${facts["container"]}`,
  command: rng.stream("hook").pick(COMMANDS),
});

const COMMANDS: readonly (readonly string[])[] = [
  ["sleep", "infinity"],
  ["tail", "-f", "/dev/null"],
  ["sleep", "86400"],
];

/** Strategic merge patch of a container that gives it a hook, or none. */
export const hookPatch = (container: string, postStart: object | null) => ({
  spec: { template: { spec: { containers: [{ name: container, lifecycle: { postStart } }] } } },
});

/** Command of the hook that a container of a template has after its start; undefined: it runs none. */
export const hookCommandOf = (workload: Workload, container: string): readonly string[] | undefined =>
  (containerOf(workload, container)?.lifecycle?.["postStart"] as { readonly exec?: { readonly command?: readonly string[] } } | undefined)
    ?.exec?.command;
