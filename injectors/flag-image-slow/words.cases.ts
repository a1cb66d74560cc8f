import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-image-slow", flag: "imageSlowLoad", variant: "5sec", about: "slow image" });
