import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "..");

/** Bundles the pages of `viewer/` with their libraries. @returns files by the names under which they are served */
export const bundleViewer = async (): Promise<Readonly<Record<string, Buffer>>> => {
  const build = await rolldown({
    input: join(ROOT, "viewer/main.tsx"),
    platform: "browser",
    tsconfig: join(ROOT, "viewer/tsconfig.json"),
    logLevel: "warn",
  });
  const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: false });
  await build.close();
  return {
    "index.html": readFileSync(join(ROOT, "viewer/index.html")),
    "icon.svg": readFileSync(join(ROOT, "viewer/icon.svg")),
    "app.css": Buffer.concat(STYLES.map((path) => readFileSync(join(ROOT, path)))),
    "app.js": Buffer.from(output[0].code),
  };
};

const STYLES = ["node_modules/uplot/dist/uPlot.min.css", "viewer/style.css"];
