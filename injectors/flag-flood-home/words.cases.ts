import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-flood-home", flag: "loadGeneratorFloodHomepage", variant: "on", about: "flood homepage" });
