import { existsSync } from "node:fs";
import { join } from "node:path";

/** Finds a Chromium on the machine, or what KUBEDRILL_TEST_CHROMIUM names; undefined if there is none. */
export const findChromium = (): string | undefined =>
  [process.env["KUBEDRILL_TEST_CHROMIUM"] ?? "", ...FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)))].find(
    (path) => path !== "" && existsSync(path),
  );

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FOLDERS = (process.env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
