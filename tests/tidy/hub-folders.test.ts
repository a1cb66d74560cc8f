import { expect, test } from "vitest";
import { listProjectFiles, readProjectFile } from "./project-files.ts";

const MANIFESTS = listProjectFiles().filter((path) => /^packaging\/hubs\/[^/]+\/(pyproject\.toml|openenv\.yaml)$/.test(path));

test("folders for hubs name the version of the packages that they need", () => {
  const version = /^version = "(.+)"$/m.exec(readProjectFile("clients/python/pyproject.toml"))?.[1];
  expect(MANIFESTS.length).toBe(3);
  for (const path of MANIFESTS) {
    const text = readProjectFile(path);
    expect(/^version\W+([\d.]+)/m.exec(text)?.[1], path).toBe(version);
    for (const [, needed] of text.matchAll(/"kubedrill\[[^"]*==([\d.]+)"/g)) expect(needed, path).toBe(version);
  }
});
