// The TypeScript client as a package of its own, for those who want no server beside it: cut out of the whole package, so that both are the same code.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the client alone to a folder, which is emptied first. @param whole folder of the package that `buildPackage` has written */
export const buildClientPackage = (whole: string, target: string): void => {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  for (const folder of ["clients/typescript", "proto"])
    cpSync(join(whole, folder), join(target, folder), { recursive: true, filter: isClients });
  for (const file of ["LICENSE", "CHANGELOG.md"]) cpSync(join(whole, file), join(target, file));
  cpSync(join(whole, "clients/typescript/README.md"), join(target, "README.md"));
  writeFileSync(join(target, "package.json"), `${JSON.stringify(createManifest(whole), null, 2)}\n`);
};

/** Types of messages have no code, and buf's settings are for those who change the protocol. */
const isClients = (path: string): boolean => !/proto\/gen\/.*\.js$|proto\/generate-types\.|\.yaml$|typescript\/README\.md$/.test(path);

const NEEDED = ["@grpc/grpc-js", "@grpc/proto-loader"];

const createManifest = (whole: string): object => {
  const { bin: _, exports, dependencies, name, ...rest } = JSON.parse(readFileSync(join(whole, "package.json"), "utf8"));
  const { "./client": __, ...entries } = exports;
  return {
    name: `${name}-client`,
    ...rest,
    description: "TypeScript client of kubedrill, the RL gym environment server for SRE agents",
    exports: entries,
    dependencies: Object.fromEntries(NEEDED.map((needed) => [needed, dependencies[needed]])),
  };
};
