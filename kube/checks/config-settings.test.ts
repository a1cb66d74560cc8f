import { describe, expect, test } from "vitest";
import type { AppComponent } from "../app/app.ts";
import type { Baseline } from "../app/baseline.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { ConfigMap } from "../types/storage.ts";
import { judgeConfigMap, parseSettings } from "./config-settings.ts";

const configMapOf = (data: Readonly<Record<string, string>>): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "web-config", namespace: "shop" },
  data,
});

const baselineOf = (data: Readonly<Record<string, string>>, settings?: readonly string[]): Baseline =>
  ({
    namespace: "shop",
    objects: { configmaps: [configMapOf(data)] },
    app: {
      components: [
        {
          name: "web",
          configMaps: [{ name: "web-config", keys: ["config.json"], ...(settings && { settings }) }],
        } as unknown as AppComponent,
      ],
    },
  }) as unknown as Baseline;

/** View of a cluster that has this ConfigMap, or none. */
const viewOf = (data: Readonly<Record<string, string>> | undefined): ClusterView =>
  ({
    read: async () =>
      data === undefined ? { status: 404, body: { kind: "Status", status: "Failure" } } : { status: 200, body: configMapOf(data) },
  }) as unknown as ClusterView;

const BEFORE = { "config.json": '{"Port":"80","Store":"db:27017"}' };
const isHeld = async (
  now: Readonly<Record<string, string>> | undefined,
  settings?: readonly string[],
  before: Readonly<Record<string, string>> = BEFORE,
) => (await judgeConfigMap(viewOf(now), baselineOf(before, settings), "configmap/web-config")).held;

describe("a ConfigMap says the same as before", () => {
  test.each([
    ["when it is written in another way", { "config.json": '{\n  "Store": "db:27017",\n  "Port": "80"\n}' }, undefined],
    ["when a setting that nobody needs differs", { "config.json": '{"Port":"8080","Store":"db:27017"}' }, ["Store"]],
    ["when something was added", { ...BEFORE, "extra.txt": "more" }, undefined],
  ])("%s", async (_name, now, settings) => {
    expect(await isHeld(now, settings)).toBe(true);
  });

  test("when a text differs in the end of its last line alone", async () => {
    expect(await isHeld({ "start.js": "run();" }, undefined, { "start.js": "run();\n" })).toBe(true);
  });
});

const SCRIPT = 'db.getSiblingDB("admin").createUser({ user: "app", pwd: "s3cret", roles: [{ role: "readWrite", db: "shop-db" }] });\n';

const isScriptHeld = async (now: Readonly<Record<string, string>>) => {
  const baseline = baselineOf({ "create-users.js": SCRIPT });
  const [component] = baseline.app.components as [AppComponent];
  const auth = { user: "app", password: "s3cret", database: "shop-db" };
  const app = { ...baseline.app, components: [{ ...component, auth }] };
  return (await judgeConfigMap(viewOf(now), { ...baseline, app }, "configmap/web-config")).held;
};

describe("a store's script is judged by the account that it makes for the app", () => {
  test.each([
    ["another password", { "create-users.js": SCRIPT.replace("s3cret", "other") }],
    ["another file and variable", { "init.js": SCRIPT.replace(/^[^.]+\.[^.]+/, 'var a = db.getSiblingDB("admin");\na') }],
  ])("%s will do", async (_name, now) => expect(await isScriptHeld(now)).toBe(true));

  test.each([
    ["an empty file", { "create-users.js": "" }],
    ["another user", { "create-users.js": SCRIPT.replace('"app"', '"root"') }],
    ["a role that only reads", { "create-users.js": SCRIPT.replace("readWrite", "read") }],
    ["a role on another database", { "create-users.js": SCRIPT.replace("shop-db", "test") }],
    ["a user of another database", { "create-users.js": SCRIPT.replace('DB("admin")', 'DB("shop-db")') }],
    ["a file that the store does not run", { "create-users.txt": SCRIPT }],
  ])("%s will not do", async (_name, now) => expect(await isScriptHeld(now)).toBe(false));
});

describe("a ConfigMap does not say the same", () => {
  test.each([
    ["when a needed setting differs", { "config.json": '{"Port":"80","Store":"db:27018"}' }, ["Store"]],
    ["when any setting differs and it is not known which are needed", { "config.json": '{"Port":"8080","Store":"db:27017"}' }, undefined],
    ["when its key is gone", { "config.yaml": "Port: 80" }, ["Store"]],
    ["when the document is broken", { "config.json": '{"Port":"80"' }, undefined],
  ])("%s", async (_name, now, settings) => {
    expect(await isHeld(now, settings)).toBe(false);
  });

  test("when it is gone, and the evidence says so", async () => {
    expect(await judgeConfigMap(viewOf(undefined), baselineOf(BEFORE), "configmap/web-config")).toEqual({
      held: false,
      evidence: "configmap/web-config is gone",
    });
  });
});

test("settings are the members of a JSON object, and none of anything else", () => {
  expect(parseSettings('{"Port":"80"}')).toEqual({ Port: "80" });
  for (const text of [undefined, "", "[1]", "null", '"text"', "{"]) expect(parseSettings(text)).toEqual({});
});
