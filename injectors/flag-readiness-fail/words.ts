import { flagWords } from "../flag-words.ts";

export const words = flagWords("failedReadinessProbe", "(?:failed |failing )?readiness(?: probe)?(?: failure)?");
