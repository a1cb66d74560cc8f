import { expect, test } from "vitest";
import { type AppBehaviour, behaviourSchema } from "./behaviour.ts";
import { deriveRecord } from "./derive-record.ts";
import type { ChartValues } from "./manifest-values.ts";

const program = (settings: { readonly port: string }, more: object) => ({
  language: "go",
  source: "main.go",
  start: { bootMs: 100 },
  stop: { afterMs: 10, exitCode: 0 },
  memory: { startMiB: 1, idleMiB: 7, per100RpsMiB: 1 },
  workers: 4,
  listens: { port: settings.port, protocol: "http" },
  log: { listening: "", listenFailed: "", callFailed: { grpc: "", http: "", cache: "", document: "" } },
  ...more,
});

const own = { medianMs: 1, p99Ms: 2, cpuMs: 1 };

const BEHAVIOUR: AppBehaviour = behaviourSchema.parse({
  name: "notes",
  title: "Notes",
  namespace: "notes",
  load: {
    rps: 10,
    service: "web",
    port: 80,
    operations: [
      { name: "read", share: 0.8, request: { method: "GET", path: "/" }, bodyContains: "note" },
      { name: "write", share: 0.2, request: { method: "POST", path: "/" }, bodyContains: "ok" },
    ],
  },
  images: [
    {
      repository: "notes",
      tags: ["1"],
      sizeBytes: 1,
      workingDir: "/",
      command: ["web"],
      folder: "/bin",
      family: "notes",
      programs: ["api", "web", "tool"],
      files: {},
    },
  ],
  settings: {
    WebPort: { env: "PORT", default: "80" },
    ApiPort: { file: "/etc/api.json", path: "port" },
    ApiAddress: { env: "API" },
    Store: { file: "/etc/api.json", path: "store" },
    Cache: { flag: "--cache" },
  },
  programs: {
    web: program(
      { port: "WebPort" },
      {
        operations: {
          read: { ...own, calls: [{ kind: "http", to: "api", operation: "read", address: "ApiAddress" }] },
          write: { ...own, calls: [{ kind: "http", to: "api", operation: "write", address: "ApiAddress", onError: "degrade" }] },
        },
      },
    ),
    api: program(
      { port: "ApiPort" },
      {
        store: {
          kind: "document",
          address: "Store",
          database: "notes",
          collection: "notes",
          credentials: { user: "me", password: "x" },
          seed: [],
        },
        operations: {
          read: {
            ...own,
            calls: [{ kind: "cache", address: "Cache", mode: "read-through", hitRatio: 0.75, onError: "fall-through", store: "find" }],
          },
          write: {
            ...own,
            calls: [{ kind: "cache", address: "Cache", mode: "write-through", hitRatio: 0, onError: { panic: "" }, store: "insert" }],
          },
        },
      },
    ),
    tool: program({ port: "WebPort" }, { operations: {} }),
  },
});

const VALUES: ChartValues = {
  labelKey: "app",
  configMaps: [{ name: "api-config", component: "api", data: { "api.json": '{"port":"81","store":"db:27017"}' } }],
  components: [
    { name: "web", image: "notes:1", env: [{ name: "API", value: "api.notes.svc:81" }] },
    {
      name: "api",
      image: "notes:1",
      command: ["/bin/api", "--cache=mc:11211"],
      mounts: [{ path: "/etc/api.json", configMap: "api-config", key: "api.json" }],
    },
    { name: "db", image: "mongo:4.4.6" },
    { name: "mc", image: "memcached:1.6" },
  ],
};

const record = deriveRecord({ behaviour: BEHAVIOUR, values: VALUES });
const component = (name: string) => record.components.find((each) => each.name === name);

test("an operation passes the components of its calls, depth first", () => {
  expect(record.operations.map(({ through }) => through)).toEqual([
    ["web", "api", "mc", "db"],
    ["web", "api", "mc", "db"],
  ]);
});

test("callers are found by variable, option and mounted file", () => {
  expect(record.components.map(({ name, dnsCallers }) => [name, dnsCallers])).toEqual([
    ["web", ["client"]],
    ["api", ["web"]],
    ["db", ["api"]],
    ["mc", ["api"]],
  ]);
});

test("without the variable the callee has no caller", () => {
  const values = { ...VALUES, components: VALUES.components.map(({ env: _env, ...rest }) => rest) };
  expect(deriveRecord({ behaviour: BEHAVIOUR, values }).components[1]?.dnsCallers).toEqual([]);
});

test("users feel a store that refuses writes by the share of requests that write into it, unless their caller does without", () => {
  expect(component("db")?.writeShare).toBeUndefined();
  const { web, api } = BEHAVIOUR.programs as {
    readonly web: AppBehaviour["programs"][string];
    readonly api: AppBehaviour["programs"][string];
  };
  const write = { ...web.operations["write"], calls: web.operations["read"]?.calls.map((call) => ({ ...call, operation: "write" })) };
  const programs = { api, web: { ...web, operations: { ...web.operations, write } } };
  const { components } = deriveRecord({ behaviour: { ...BEHAVIOUR, programs } as AppBehaviour, values: VALUES });
  expect(components.map(({ name, writeShare }) => [name, writeShare])).toEqual([
    ["web", undefined],
    ["api", undefined],
    ["db", 0.2],
    ["mc", 0.2],
  ]);
});

test("users feel a component by the share of requests that need it: misses alone reach a store behind a cache, and what degrades does not count", () => {
  expect(record.components.map(({ userShare }) => userShare)).toEqual([1, 0.8, 0.2, 0]);
});

test("roles, memory and accounts come from the programs and from what is known of products", () => {
  expect(record.components.map(({ role, idleMiB }) => [role, idleMiB])).toEqual([
    ["frontend", 7],
    ["service", 7],
    ["store", 65],
    ["cache", 16],
  ]);
  expect(component("db")).toMatchObject({ auth: { database: "notes", user: "me" }, readBy: ["api"], startLoadedBy: [] });
});

test("a ConfigMap is known with the settings that the program needs of it", () => {
  expect(component("api")?.configMaps).toEqual([
    { name: "api-config", keys: ["api.json"], settings: ["port", "store"], addresses: ["store"] },
  ]);
});

test("siblings are the other programs of the image, those with a component first", () => {
  expect(component("web")?.siblingPrograms).toEqual(["api", "tool"]);
});

test("users notice nothing of a wrong address where a program falls through its cache, and do of one that requests or the start need", () => {
  const api = BEHAVIOUR.programs["api"]!;
  const { read, write } = api.operations;
  const addressesWith = (operations: AppBehaviour["programs"][string]["operations"]) => {
    const behaviour = {
      ...BEHAVIOUR,
      settings: { ...BEHAVIOUR.settings, Cache: { file: "/etc/api.json", path: "cache" } },
      programs: { ...BEHAVIOUR.programs, api: { ...api, operations } },
    };
    const data = { "api.json": '{"port":"81","store":"db:27017","cache":"mc:11211"}' };
    const values = { ...VALUES, configMaps: [{ name: "api-config", component: "api", data }] };
    const [use] = deriveRecord({ behaviour, values }).components.find(({ name }) => name === "api")?.configMaps ?? [];
    return [use?.addresses, use?.unnoticed];
  };
  expect(addressesWith({ read: read!, write: read! })).toEqual([["store", "cache"], ["cache"]]);
  expect(addressesWith({ read: read!, write: { ...read!, calls: [] } })).toEqual([["store", "cache"], ["cache"]]);
  expect(addressesWith({ read: write!, write: write! })).toEqual([["store", "cache"], undefined]);
});
