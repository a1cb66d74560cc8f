import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-ad-high-cpu", flag: "adHighCpu", variant: "on", about: "ad high cpu" });
