import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-ad-manual-gc", flag: "adManualGc", variant: "on", about: "manual gc" });
