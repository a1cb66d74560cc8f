import type { ViewRenderer } from "../observations/view.ts";
import { loadPlugins } from "./load-plugins.ts";

/** Loads every view of `env/observations/`, sorted by name. */
export const loadViews = (): Promise<readonly ViewRenderer[]> =>
  loadPlugins<ViewRenderer>({ folder: "env/observations", file: "view", idOf: ({ spec }) => spec.name });
