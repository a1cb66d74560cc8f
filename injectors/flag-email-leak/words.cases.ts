import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-email-leak", flag: "emailMemoryLeak", variant: "100x", about: "email memory leak" });
