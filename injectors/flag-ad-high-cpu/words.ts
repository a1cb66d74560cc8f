import { flagWords } from "../flag-words.ts";

export const words = flagWords("adHighCpu", "ads?[- ]?(?:service )?(?:high[- ]?)?cpu|high[- ]?cpu");
