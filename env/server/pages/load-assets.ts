import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Files of the pages, by the names under which they are served. */
export type Assets = ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>;

/** Loads the pages' files: those that a published package has, or in a checkout what its sources give, bundled now. */
export const loadAssets = async (): Promise<Assets> => {
  const folder = join(import.meta.dirname, "../../../viewer/assets");
  const files = existsSync(folder) ? readFolder(folder) : await bundle();
  return new Map(
    Object.entries(files).map(([name, body]) => [name, { type: TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream", body }]),
  );
};

type Files = Readonly<Record<string, Buffer>>;

const readFolder = (folder: string): Files =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));

/** Bundles by what checkouts alone have. */
const bundle = async (): Promise<Files> => {
  const { bundleViewer } = (await import(new URL("../../../tooling/bundle-viewer.ts", import.meta.url).href)) as {
    readonly bundleViewer: () => Promise<Files>;
  };
  return await bundleViewer();
};

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};
