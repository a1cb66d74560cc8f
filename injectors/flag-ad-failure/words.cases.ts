import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-ad-failure", flag: "adFailure", variant: "on", about: "ad failure" });
