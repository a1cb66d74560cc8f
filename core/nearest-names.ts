import { editDistance } from "./edit-distance.ts";

/** Returns the known names that a wrong one may have meant, the nearest first and at most three. */
export const nearestNames = (name: string, known: readonly string[]): readonly string[] =>
  known
    .map((other) => ({ other, distance: editDistance(other.toLowerCase(), name.toLowerCase()) }))
    .filter(({ other, distance }) => distance <= Math.max(2, name.length / 3) || other.includes(name))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ other }) => other);
