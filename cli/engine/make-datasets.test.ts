import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Client, connect, type GeneratedRow, type GenerateOptions, KubedrillError } from "#clients/typescript/index.ts";
import { createCertificates } from "#env/server/kube-http/certificates.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "#env/server/testing/test-server.ts";
import { makeDatasets } from "./make-datasets.ts";

const PLAN: GenerateOptions = { episodes: 4, policies: ["heuristic"], repeats: 2, seed: 5n };

let open: TestServer;
let client: Client;
afterEach(async () => {
  await client.close();
  await open.close();
});

const start = async (options: TestServerOptions = {}): Promise<void> => {
  open = await startTestServer({ makeDatasets: (own) => makeDatasets(own, undefined), ...options });
  client = connect(open.server.address);
};

const collect = async (options: GenerateOptions, from = client): Promise<readonly GeneratedRow[]> => {
  const rows: GeneratedRow[] = [];
  for await (const row of from.generateTrajectories(options)) rows.push(row);
  return rows;
};

test("a stream gives the episodes of a plan in order, the same again, and goes on at any offset that it gave", async () => {
  await start();
  const rows = await collect(PLAN);
  expect(rows.map(({ row }) => row["schema"])).toEqual(Array.from({ length: 4 }, () => "kubedrill.trajectory/v1"));
  expect(rows.map(({ nextOffset }) => nextOffset)).toEqual([undefined, 2, undefined, 4]);
  expect(await collect(PLAN)).toEqual(rows);
  expect(await collect({ ...PLAN, offset: 2 })).toEqual(rows.slice(2));
  expect(rows[0]?.row).toHaveProperty("verdicts");
  expect((await client.serverInfo()).capabilities).toContain("dataset");
  expect(open.host.live()).toEqual([]);
});

test("rows tell answers, so that who may only play gets none, and who has scope train those of its split", async () => {
  await start({ settings: { scopes: "play" } });
  await expect(collect(PLAN)).rejects.toMatchObject({ reason: "SCOPE_MISSING" });
  await Promise.all([client.close(), open.close()]);
  await start({ settings: { scopes: "train" } });
  const rows = await collect({ ...PLAN, format: "native" });
  expect(rows.length).toBe(4);
  expect(rows[0]?.row).toHaveProperty("verdicts");
  await expect(collect({ ...PLAN, filter: { splits: ["eval"] } })).rejects.toMatchObject({ reason: "SCOPE_MISSING" });
});

test("a caller who leaves stops what is played for it", async () => {
  await start();
  for await (const _ of client.generateTrajectories({ ...PLAN, episodes: 10_000 })) break;
  await expect.poll(() => open.host.live()).toEqual([]);
  expect(open.host.calls.filter((call) => call.startsWith("reset")).length).toBeLessThan(100);
});

test("requests beyond the bounds are refused by field, and servers without datasets say so", async () => {
  await start();
  const wrong: readonly [GenerateOptions, string][] = [
    [{ episodes: 10_001 }, "episodes"],
    [{ policies: ["nobody"] }, "policies"],
    [{ format: "csv" }, "format"],
    [{ ...PLAN, offset: 1 }, "offset"],
  ];
  for (const [options, field] of wrong) {
    const error = await collect(options).catch((cause: unknown) => cause as KubedrillError);
    expect(error).toBeInstanceOf(KubedrillError);
    expect(error).toMatchObject({ reason: "FIELD_INVALID", message: expect.stringContaining(field) });
  }
  const bare = await startTestServer();
  const other = connect(bare.server.address);
  await expect(collect({}, other)).rejects.toMatchObject({ reason: "CAPABILITY_MISSING" });
  await other.close();
  await bare.close();
});

test("so many streams at once are served and no more", async () => {
  await start();
  const release = open.host.hold();
  const running = Array.from({ length: 4 }, () => collect(PLAN));
  try {
    await expect(collect(PLAN)).rejects.toMatchObject({ reason: "QUEUE_FULL" });
  } finally {
    release();
  }
  expect(new Set((await Promise.all(running)).map((rows) => JSON.stringify(rows))).size).toBe(1);
});

test("a server with TLS that asks clients for a certificate generates datasets for who shows one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tls-"));
  const inFolder = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const [own, trainer] = await Promise.all([
    createCertificates(["localhost", "127.0.0.1"], Date.now()),
    createCertificates(["trainer"], Date.now(), "clientAuth"),
  ]);
  const settings = {
    tlsCertificate: inFolder("server.pem", own.certificate),
    tlsKey: inFolder("server-key.pem", own.key),
    tlsClientCa: inFolder("ca.pem", trainer.authority),
  };
  await start({ settings });
  const authorities = Buffer.from(own.authority);
  const shown = { certificate: Buffer.from(trainer.certificate), key: Buffer.from(trainer.key), authorities };
  const trusted = connect(open.server.address.replace("127.0.0.1", "localhost"), { tls: shown });
  expect((await collect(PLAN, trusted)).length).toBe(4);
  await trusted.close();
  const inside = connect(open.server.ownAddress, { token: open.server.operatorToken });
  expect((await inside.serverInfo()).scopes).toContain("eval");
  await inside.close();
  rmSync(folder, { recursive: true });
});
