import { keepFor } from "#core/keep-for.ts";
import type { TruthDetails } from "#rewards/diagnosis-statement.ts";
import type { Incident } from "./incident.ts";

/** Names and values of an incident's faults, by the resource of their truth, for a diagnosis in words to quote. */
export const truthDetails = keepFor((incident: Incident): TruthDetails => collectDetails(incident));

const collectDetails = ({ faults, place }: Incident): TruthDetails => {
  const details: Record<string, readonly string[]> = {};
  for (const { injector, params } of faults)
    for (const { resource } of injector.truth(params, place)) details[resource] = [...(details[resource] ?? []), ...leavesOf(params)];
  return details;
};

/** Leaf values of the parameters as text; of an image or an address also the part after the colon. */
const leavesOf = (value: unknown): readonly string[] => {
  if (typeof value === "number") return [`${value}`];
  if (typeof value === "string") return value.includes(":") ? [value, value.slice(value.lastIndexOf(":") + 1)] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
};
