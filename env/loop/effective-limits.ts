import { DrillError } from "#core/drill-error.ts";
import type { EpisodeLimits } from "../host/episode-protocol.ts";
import { OBSERVATION_BYTES_MAX } from "../observations/observation-sizes.ts";

/**
 * Combines limits: the caller may lower those of the task, never raise them; its own latency is free.
 *
 * @param toolProfile raises the limits of the task where its agents were made without them
 * @throws DrillError FIELD_INVALID for a size or a time-out beyond what any episode has
 */
export const effectiveLimits = (task: EpisodeLimits, asked: Partial<EpisodeLimits>, toolProfile = ""): EpisodeLimits =>
  withinLimits({ ...task, ...PROFILE_LIMITS[toolProfile] }, asked);

/** Limits of tool profiles: an agent of SREGym knows no limit but its time on the clock, half an hour and often at ten times its speed. */
const PROFILE_LIMITS: Readonly<Record<string, Partial<EpisodeLimits>>> = { conductor: { maxSteps: 500, maxVirtualMs: 21_600_000 } };

const withinLimits = (task: EpisodeLimits, asked: Partial<EpisodeLimits>): EpisodeLimits => ({
  maxSteps: Math.min(task.maxSteps, asked.maxSteps ?? task.maxSteps),
  maxVirtualMs: Math.min(task.maxVirtualMs, asked.maxVirtualMs ?? task.maxVirtualMs),
  maxWallMs: asked.maxWallMs ?? task.maxWallMs,
  stepTimeoutMs: within("step_timeout", asked.stepTimeoutMs ?? task.stepTimeoutMs, STEP_TIMEOUT_MAX_MS, "ms"),
  maxStepTimeouts: asked.maxStepTimeouts ?? task.maxStepTimeouts,
  maxInvalidActions: asked.maxInvalidActions ?? task.maxInvalidActions,
  maxObservationBytes: within(
    "max_observation_bytes",
    asked.maxObservationBytes ?? task.maxObservationBytes,
    OBSERVATION_BYTES_MAX,
    "bytes",
  ),
  stepLatencyMs: asked.stepLatencyMs ?? task.stepLatencyMs,
});

/** Maximum duration of one action, ms. */
export const STEP_TIMEOUT_MAX_MS = 600_000;

const within = (name: string, value: number, max: number, unit: string): number => {
  if (value <= max) return value;
  const [field, description] = [`limits.${name}`, `is ${value} ${unit}; the most is ${max} ${unit}`];
  throw new DrillError("FIELD_INVALID", `${field} ${description}`, { violations: [{ field, description }] });
};
