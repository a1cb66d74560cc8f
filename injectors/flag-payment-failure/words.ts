import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "configmap",
  patterns: [
    "feature[- ]?flags?",
    "\\b(?:payment|cart|catalog|ad) ?failure (?:feature )?(?:flag|toggle)",
    "(?:flag|toggle)s? [\\w.-]+~(?:\\bon\\b|enabled|active|turned on|switched on|set to)",
    "\\bflagd\\b~(?:flags?|variants?|toggles?)\\b",
    "(?:flag|variant|toggle)s?\\b~\\bflagd\\b",
    "default ?variant~(?:\\bon\\b|\\d+ ?%|changed|wrong)",
  ],
  fixes: ["(?:turn|switch) off~(?:flag|toggle)", "(?:disable|reset|revert)~(?:flag|toggle)"],
};
