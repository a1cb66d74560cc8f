import { type DrawTwins, servicesBeside } from "../twin.ts";

/** Services of releases that are not out yet, which select a label that no pod has, and which nobody calls. */
export const twins: DrawTwins = (rng, baseline) =>
  servicesBeside(rng, baseline, ENDINGS, (own, spec) => {
    const [key, value] = own.pick(CONDITIONS);
    const ports = (spec.ports ?? []).map(({ nodePort: _allocated, ...port }) => port);
    return { selector: { ...spec.selector, [key]: value }, ports };
  });

const ENDINGS: readonly string[] = ["v2", "next", "preview", "edge", "internal"];

/** Conditions of the kinds that the fault adds. */
const CONDITIONS: readonly (readonly [key: string, value: string])[] = [
  ["version", "v2"],
  ["version", "v1.4"],
  ["tier", "backend"],
  ["track", "canary"],
  ["release", "blue"],
  ["env", "live"],
  ["role", "primary"],
];
