/** The init scripts among a container's files, in the order in which the image's entry point runs them. */
export const initScripts = (files: Readonly<Record<string, string>>): readonly { readonly path: string; readonly text: string }[] =>
  Object.keys(files)
    .filter((path) => path.startsWith(SCRIPT_FOLDER) && /\.(js|sh)$/.test(path))
    .sort()
    .map((path) => ({ path, text: files[path] ?? "" }));

/** Folder in which the entry point looks for scripts. */
export const SCRIPT_FOLDER = "/docker-entrypoint-initdb.d/";
