import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-readiness-fail", flag: "failedReadinessProbe", variant: "on", about: "failed readiness" });
