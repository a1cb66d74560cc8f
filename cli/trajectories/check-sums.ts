import type { RecordedComponent, Trajectory } from "./trajectory.ts";

/** Sums that differ by less are equal: rewards are sums of decimal fractions. */
const TOLERANCE = 1e-9;

/**
 * Checks that the rewards of a trajectory add up: its steps and its end to the return, and its components to each of them.
 *
 * @throws Error that names the episode and the sums that differ; a trajectory without a return has nothing to add up
 */
export const checkSums = (trajectory: Trajectory): void => {
  const { steps, final, components } = trajectory;
  if (trajectory.return === undefined) return;
  for (const { index, reward, components: parts } of steps)
    compare(trajectory, `components of step ${index}`, sum(parts), "reward", reward);
  if (final) compare(trajectory, "components of the end", sum(final.components), "reward", final.reward);
  const rewards = steps.reduce((total, { reward = Number.NaN }) => total + reward, final === undefined ? 0 : (final.reward ?? Number.NaN));
  compare(trajectory, "rewards of steps and end", rewards, "return", trajectory.return);
  compare(trajectory, "components", sum(Object.values(components)), "return", trajectory.return);
};

const sum = (components: readonly RecordedComponent[]): number =>
  components.reduce((total, { contribution = 0 }) => total + contribution, 0);

const compare = ({ episode_id, task, seed }: Trajectory, what: string, got: number, name: string, expected: number | undefined): void => {
  if (expected !== undefined && Math.abs(got - expected) <= TOLERANCE) return;
  throw new Error(
    `episode ${episode_id} (${task.uri}, seed ${seed}) does not add up: its ${what} sum to ${got}, but the ${name} is ${expected ?? "missing"}`,
  );
};
