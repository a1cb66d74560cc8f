import { fromBytes } from "../machine/bytes.ts";
import { normalise, parentOf } from "../machine/container-fs.ts";
import type { NodeHost } from "./node-events.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { toText } from "./operations.ts";
import { type HostFunction, Scope, throwError } from "./values.ts";

/** `require` as a file finds it: modules by name, files beside it, and each file run once. */
export const createRequire = (
  runtime: NodeRuntime,
  host: NodeHost,
  modules: Readonly<Record<string, unknown>>,
  { filename, loaded = new Map() }: { readonly filename: string; readonly loaded?: Map<string, Module> },
): HostFunction => {
  const folder = filename.startsWith("/") ? parentOf(filename) : runtime.cwd;
  return ([given]) => {
    const name = toText(given);
    const known = modules[name.replace(/^node:/, "")];
    if (known !== undefined) return known;
    const found = /^\.{0,2}\//.test(name) ? findFile(runtime, host, normalise(name, folder)) : undefined;
    if (found === undefined)
      return throwError(
        "Error",
        `Cannot find module '${name}'\nRequire stack:\n- ${filename.startsWith("/") ? filename : `${runtime.cwd}/${filename}`.replace("//", "/")}`,
        { code: "MODULE_NOT_FOUND" },
      );
    const done = loaded.get(found.path);
    if (done !== undefined) return done.exports;
    if (found.path.endsWith(".json")) return JSON.parse(found.text) as unknown;
    const module = newModule(found.path);
    loaded.set(found.path, module);
    const scope = new Scope(runtime.globals);
    const require = createRequire(runtime, host, modules, { filename: found.path, loaded });
    declareModule(scope, { module, require, filename: found.path });
    runtime.runScript(found.text, scope);
    return module.exports;
  };
};

interface Module {
  readonly id: string;
  exports: unknown;
}

export const newModule = (id: string): Module => ({ id, exports: {} });

/** What a file finds of its own besides the globals. */
export const declareModule = (
  scope: Scope,
  { module, require, filename }: { readonly module: Module; readonly require: unknown; readonly filename: string },
): void => {
  const own = {
    module,
    exports: module.exports,
    require,
    __filename: filename,
    __dirname: filename.startsWith("/") ? parentOf(filename) : ".",
  };
  for (const [name, value] of Object.entries(own)) scope.declare(name, value);
};

const findFile = (runtime: NodeRuntime, host: NodeHost, path: string): { readonly path: string; readonly text: string } | undefined => {
  for (const candidate of [path, `${path}.js`, `${path}.json`, `${path}/index.js`]) {
    const content = runtime.ask(() => host.readFile(candidate));
    if (content.ok) return { path: candidate, text: fromBytes(content.bytes) };
  }
  return undefined;
};
