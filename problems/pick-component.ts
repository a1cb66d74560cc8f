import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import type { StrikeOptions } from "./problem.ts";

/**
 * Picks the component that a disturbance hits: by the stream alone, so that the same one is hit whatever an agent has done.
 * @param fits true for components that the disturbance suits; missing: all
 * @returns undefined when it may hit none
 */
export const pickComponent = (
  { components }: AppRecord,
  { rng, spared }: StrikeOptions,
  fits: (component: AppComponent) => boolean = () => true,
): AppComponent | undefined => {
  const candidates = components.filter((component) => !spared.includes(component.name) && fits(component));
  return candidates.length === 0 ? undefined : rng.stream("component").pick(candidates);
};
