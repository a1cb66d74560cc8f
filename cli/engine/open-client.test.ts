import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCertificates } from "#env/server/kube-http/certificates.ts";
import { startTestServer, type TestServer } from "#env/server/testing/test-server.ts";
import { CliError } from "../errors/cli-error.ts";
import { EXIT_CODES } from "../errors/exit-codes.ts";
import { explainError } from "../errors/explain-error.ts";
import { openClient, type ServerAccess } from "./open-client.ts";

const folder = mkdtempSync(join(tmpdir(), "tls-"));
const inFolder = (name: string): string => join(folder, name);
const servers: TestServer[] = [];

/** Starts a server. @returns `localhost:port` */
const start = async (settings: Readonly<Record<string, unknown>>): Promise<string> => {
  const started = await startTestServer({ settings: { scopes: ["train", "eval"], ...settings } });
  servers.push(started);
  return started.server.address.replace("127.0.0.1", "localhost");
};

const SHIPPED = { ca: "authority", cert: "certificate", key: "key" } as const;

const addresses = { plain: "", tls: "", mutual: "", expired: "" };

beforeAll(async () => {
  const nowMs = Date.now();
  const made = {
    own: await createCertificates(["localhost"], nowMs),
    old: await createCertificates(["localhost"], nowMs - 40 * 365 * 86_400_000),
    trainer: await createCertificates(["trainer"], nowMs, "clientAuth"),
    stranger: await createCertificates(["stranger"], nowMs, "clientAuth"),
  };
  for (const [name, certificates] of Object.entries(made))
    for (const [kind, part] of Object.entries(SHIPPED)) writeFileSync(inFolder(`${name}-${kind}.pem`), certificates[part]);
  writeFileSync(inFolder("notes.txt"), "not in PEM");
  const shown = { tlsCertificate: inFolder("own-cert.pem"), tlsKey: inFolder("own-key.pem") };
  addresses.plain = await start({});
  addresses.tls = await start(shown);
  addresses.mutual = await start({ ...shown, tlsClientCa: inFolder("trainer-ca.pem") });
  addresses.expired = await start({ tlsCertificate: inFolder("old-cert.pem"), tlsKey: inFolder("old-key.pem") });
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

const TRUSTING = { tlsCa: "own-ca.pem" };
const showing = (name: string) => ({ tlsCert: `${name}-cert.pem`, tlsKey: `${name}-key.pem` });

const reach = async (server: string, access: ServerAccess): Promise<string> => {
  const paths = Object.entries(access).map(([name, file]) => [name, file === "system" ? file : inFolder(file as string)]);
  const { client, info } = await openClient(server, Object.fromEntries(paths));
  await client.close();
  return info.serverVersion ?? "";
};

test.each([
  ["plain", {}],
  ["tls", TRUSTING],
  ["mutual", { ...TRUSTING, ...showing("trainer") }],
] as const)("the right files reach a server: %s", async (name, access) => {
  expect(await reach(addresses[name], access)).toBeTruthy();
});

describe("what TLS forbids is said at once, with what to do", () => {
  test.each([
    ["tls", {}, /speaks TLS: give --tls-ca/],
    ["mutual", {}, /speaks TLS: give --tls-ca/],
    ["plain", TRUSTING, /speaks plain text: leave out --tls-ca/],
    ["tls", { tlsCa: "stranger-ca.pem" }, /authority that is not trusted here: give --tls-ca/],
    ["tls", { tlsCa: "system" }, /authority that is not trusted here: give --tls-ca/],
    ["mutual", TRUSTING, /asks its clients for a certificate: give --tls-cert and --tls-key/],
    ["mutual", { ...TRUSTING, ...showing("stranger") }, /does not take this certificate of a client/],
    ["expired", { tlsCa: "old-ca.pem" }, /certificate that has expired/],
  ] as const)("%s with %o", async (name, access, says) => {
    const beganMs = performance.now();
    const failure = await reach(addresses[name], access).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CliError);
    expect((failure as CliError).message).toMatch(says);
    expect(performance.now() - beganMs).toBeLessThan(5_000);
  });

  test("a name that the certificate does not have", async () => {
    const address = addresses.tls.replace("localhost", "127.0.0.1");
    await expect(reach(address, TRUSTING)).rejects.toThrow(/127.0.0.1:\d+ is not a name in its certificate: use one of DNS:localhost/);
  });
});

test.each([
  [{ tlsCert: "trainer-cert.pem" }, /give both --tls-cert and --tls-key/],
  [{ tlsCert: "trainer-cert.pem", tlsKey: "own-key.pem" }, /own-key.pem is not the key of the certificate .*trainer-cert.pem/],
  [{ tlsCa: "notes.txt" }, /notes.txt holds no certificate in PEM/],
  [{ tlsCa: "nowhere.pem" }, /nowhere.pem cannot be read \(ENOENT\)/],
] as const)("files that are none are named: %o", async (access, says) => {
  await expect(reach(addresses.tls, access)).rejects.toThrow(says);
});

test.each([
  ["http://127.0.0.1:50051", "127.0.0.1:50051"],
  ["127.0.0.1", "127.0.0.1:50051"],
  [" localhost:50051/", "localhost:50051"],
])("what is no address is a wrong use, with what was meant: %s", async (server, suggestion) => {
  const message = `--server is ${JSON.stringify(server)}; give host:port, such as ${suggestion}`;
  await expect(openClient(server, {})).rejects.toMatchObject({ message, exitCode: EXIT_CODES.usage.code });
});

test("a server that nobody has started is told soon, with what to do", async () => {
  const beganMs = performance.now();
  const error = explainError(await openClient("127.0.0.1:1", {}).catch((cause) => cause));
  expect(error?.message).toMatch(
    /^no server was reached at 127\.0\.0\.1:1 \(.*\); start one with `kubedrill serve`, or correct the address$/,
  );
  expect(error?.exitCode).toBe(EXIT_CODES.unavailable.code);
  expect(performance.now() - beganMs).toBeLessThan(9_000);
});

test("a client reads the file of its token again when a server without a journal has started anew", async () => {
  const tokenFile = inFolder("operator");
  const first = await startTestServer({ settings: { scopes: "play", tokenFile } });
  const { client, info } = await openClient(first.server.address, { tokenFile });
  expect(info.scopes).toContain("admin");
  const port = Number(first.server.address.split(":").at(-1));
  await first.close();
  servers.push(await startTestServer({ settings: { scopes: "play", tokenFile, port, stateDirectory: "" } }));
  expect((await client.serverInfo()).scopes).toContain("admin");
  writeFileSync(tokenFile, "of-another-server-0123456789");
  expect((await client.serverInfo()).scopes).toContain("admin"); // what is taken is not read again
  await client.close();
  const { connect } = await import("#clients/typescript/index.ts");
  const wrong = connect(`127.0.0.1:${port}`, { tokenFile });
  await expect(wrong.serverInfo()).rejects.toMatchObject({ reason: "TOKEN_MISSING" });
  await wrong.close();
});

test("a token that nobody named is left out where its server is gone", async () => {
  const folderBefore = process.env["XDG_STATE_HOME"];
  process.env["XDG_STATE_HOME"] = inFolder("state");
  try {
    const { server, close } = await startTestServer({ settings: { scopes: "play", tokenFile: "" } });
    const port = server.address.split(":").at(-1) as string;
    mkdirSync(inFolder("state/kubedrill/tokens"), { recursive: true });
    writeFileSync(inFolder(`state/kubedrill/tokens/${port}`), "of-a-server-before-0123456789\n");
    const { connect } = await import("#clients/typescript/index.ts");
    const client = connect(server.address);
    expect((await client.serverInfo()).scopes).toEqual(["play"]);
    await client.close();
    writeFileSync(inFolder(`state/kubedrill/tokens/${port}`), server.operatorToken);
    const [own, nobody] = [connect(server.address), connect(server.address, { token: "" })];
    expect((await own.serverInfo()).scopes).toContain("admin");
    expect((await nobody.serverInfo()).scopes).toEqual(["play"]);
    await Promise.all([own.close(), nobody.close()]);
    await close();
  } finally {
    if (folderBefore === undefined) delete process.env["XDG_STATE_HOME"];
    else process.env["XDG_STATE_HOME"] = folderBefore;
  }
});

test("a server that says nothing is waited for no longer than the caller has patience", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const wait = async (who: string, access: ServerAccess): Promise<string> => {
    await expect(openClient(`127.0.0.1:${port}`, { token: "", ...access })).rejects.toThrow(/no server was reached/);
    return who;
  };
  const waits = [wait("patient", {}), wait("hasty", { reachMs: 300 })];
  expect(await Promise.race(waits)).toBe("hasty");
  await Promise.all(waits);
  silent.close();
});
