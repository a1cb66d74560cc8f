import { sample } from "../sample.ts";

const GUIDES = ["docs/adding-a-fault.md", "docs/adding-an-app.md", "docs/extending.md"];

/** True where this run plays what a guide adds to the end: suites, types, layers and format, which take as long as those of the whole project. */
export const arePlayed = (guide: string): boolean =>
  sample(GUIDES, { what: "guides that are followed to the end", most: 1 }).includes(guide);
