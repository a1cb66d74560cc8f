import type { TruthDetails } from "#rewards/diagnosis-statement.ts";
import type { Incident } from "./incident.ts";

/** Names and values that the faults of an incident were made with, by the resource of their truth: what a diagnosis in words may quote. */
export const truthDetails = (incident: Incident): TruthDetails => {
  const known = kept.get(incident) ?? collectDetails(incident);
  kept.set(incident, known);
  return known;
};

const kept = new WeakMap<Incident, TruthDetails>();

const collectDetails = ({ faults, place }: Incident): TruthDetails => {
  const details: Record<string, readonly string[]> = {};
  for (const { injector, params } of faults)
    for (const { resource } of injector.truth(params, place)) details[resource] = [...(details[resource] ?? []), ...leavesOf(params)];
  return details;
};

/** Of an image or an address the part behind the colon says as much. */
const leavesOf = (value: unknown): readonly string[] => {
  if (typeof value === "number") return [`${value}`];
  if (typeof value === "string") return value.includes(":") ? [value, value.slice(value.lastIndexOf(":") + 1)] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
};
