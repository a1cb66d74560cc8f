import { Client, credentials, loadPackageDefinition, Metadata } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { protoPath } from "grpc-health-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let open: TestServer;
let channel: Client;
beforeEach(async () => {
  open = await startTestServer();
  channel = new Client(open.server.address, credentials.createInsecure());
});
afterEach(async () => {
  channel.close();
  await open.close();
});

const check = (service: string): Promise<string> => {
  const health = loadSync(protoPath, { enums: String })["grpc.health.v1.Health"] as unknown as Record<
    string,
    { path: string; requestSerialize: (value: object) => Buffer; responseDeserialize: (bytes: Buffer) => { status: string } }
  >;
  const method = health["Check"];
  if (method === undefined) throw new Error("no Check");
  return new Promise((resolve, reject) =>
    channel.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      { service },
      new Metadata(),
      (error, reply) => (error === null ? resolve(reply?.status ?? "") : reject(error)),
    ),
  );
};

test("health follows the server's life", async () => {
  expect(await check("kubedrill.v1.EnvironmentService")).toBe("SERVING");
  await open.client.call("Reset", { episodeId: "a" });
  const closing = open.server.close(200);
  expect(await check("kubedrill.v1.EnvironmentService")).toBe("NOT_SERVING");
  expect(await check("")).toBe("NOT_SERVING");
  await closing;
});

test.each(["v1", "v1alpha"])("reflection %s lists the services, health among them", async (version) => {
  const definition = loadSync(
    new URL(`../../../node_modules/@grpc/reflection/build/proto/grpc/reflection/${version}/reflection.proto`, import.meta.url).pathname,
  );
  // biome-ignore lint/suspicious/noExplicitAny: a client made at run time
  const Reflection = (loadPackageDefinition(definition) as any).grpc.reflection[version].ServerReflection;
  const client = new Reflection(open.server.address, credentials.createInsecure());
  const call = client.serverReflectionInfo();
  const names = await new Promise<string[]>((resolve, reject) => {
    call.on("data", (reply: { listServicesResponse: { service: { name: string }[] } }) =>
      resolve(reply.listServicesResponse.service.map(({ name }) => name)),
    );
    call.on("error", reject);
    call.write({ listServices: "*" });
  });
  expect(names).toContain("kubedrill.v1.EnvironmentService");
  expect(names).toContain("grpc.health.v1.Health");
  call.end();
  client.close();
});
