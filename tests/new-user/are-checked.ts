import { sample } from "../sample.ts";

const GUIDES = ["docs/adding-a-fault.md", "docs/extending.md"];

/** True where this run checks types, layers and format of what a guide adds, which takes as long as those of the whole project. */
export const areChecked = (guide: string): boolean =>
  sample(GUIDES, { what: "guides whose types, layers and format are checked", most: 1 }).includes(guide);
