import { createHash } from "node:crypto";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { missingTool } from "./build/base-layer.ts";
import { createActorImages } from "./build/create-images.ts";
import { writeOciArchive } from "./build/oci-archive.ts";
import { readTar } from "./build/testing/read-tar.ts";

const ROOT = join(import.meta.dirname, "../..");
const build = async (): Promise<Buffer> => writeOciArchive(await createActorImages(ROOT), "amd64");

interface Descriptor {
  readonly digest: string;
  readonly size: number;
}

interface Manifest extends Descriptor {
  readonly annotations: Readonly<Record<string, string>>;
}

const missing = missingTool();

describe.skipIf(missing !== undefined)(`the archive of images${missing === undefined ? "" : ` (skipped: ${missing})`}`, () => {
  let archive: Buffer;
  let files: ReadonlyMap<string, Buffer>;
  const json = <T>(path: string): T => JSON.parse(files.get(path)?.toString("utf8") ?? "null") as T;
  const blob = <T>({ digest }: Descriptor): T => json<T>(`blobs/sha256/${digest.slice("sha256:".length)}`);
  const images = () =>
    json<{ readonly manifests: readonly Manifest[] }>("index.json").manifests.map((descriptor) => ({
      name: descriptor.annotations["io.containerd.image.name"],
      descriptor,
      ...blob<{ readonly config: Descriptor; readonly layers: readonly Descriptor[] }>(descriptor),
    }));
  const layerFiles = (descriptor: Descriptor) => readTar(files.get(`blobs/sha256/${descriptor.digest.slice(7)}`) ?? Buffer.alloc(0));

  beforeAll(async () => {
    archive = await build();
    files = readTar(archive);
  });

  test("is the same, byte for byte, when it is built again", async () => {
    expect((await build()).equals(archive)).toBe(true);
  });

  test("holds every blob under its digest and with its size", () => {
    expect(json("oci-layout")).toEqual({ imageLayoutVersion: "1.0.0" });
    for (const [path, content] of files)
      if (path.startsWith("blobs/")) expect(path).toBe(`blobs/sha256/${createHash("sha256").update(content).digest("hex")}`);
    for (const { descriptor, config, layers } of images())
      for (const { digest, size } of [descriptor, config, ...layers])
        expect(files.get(`blobs/sha256/${digest.slice("sha256:".length)}`)?.length).toBe(size);
  });

  test("has an image for each that a form of the charts names", () => {
    const names = images().map(({ name }) => name);
    const wanted =
      "hotel-reservation:latest mongo:4.4.6 mongo:4.4 memcached:1.6 memcached:latest consul:1.22.3 all-in-one:1.57 busybox:1.36 " +
      "social-network:latest openresty-thrift:xenial redis:6.2.4 demo:2.2.0-frontend kafka:4.1.1 postgres:17.6 busybox:latest";
    expect(names).toEqual(expect.arrayContaining(wanted.split(" ").map((name) => `registry.local/${name}`)));
  });

  test("has an image of each form's own programs, which holds the description of that form alone", async () => {
    const forms = (await loadApps("actor")).flatMap((app) => [
      app,
      ...(app.hasOwnBuilds ? app.variants.flatMap(({ id }) => app.formOf(id) ?? []) : []),
    ]);
    const described = forms.map((form) => {
      const deployments = form.manifests.filter((object): object is Deployment => object.kind === "Deployment");
      const names = new Set(deployments.map(({ spec }) => spec.template.spec.containers[0]?.image));
      const held = images().flatMap(({ name, layers: [, own] }) => {
        const text = names.has(name) ? layerFiles(own as Descriptor).get("usr/local/lib/service/behaviours.json") : undefined;
        return text === undefined ? [] : [JSON.parse(text.toString("utf8"))];
      });
      return { held, expected: form.behaviour.images.map(() => [form.behaviour]) };
    });
    expect(described.length).toBeGreaterThan(16);
    for (const { held, expected } of described) expect(held).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test("starts each image as the original starts", () => {
    const imageOf = (wanted: string) => images().find(({ name }) => name === `registry.local/${wanted}`);
    const [hotel, mongo, kafka] = [imageOf("hotel-reservation:latest"), imageOf("mongo:4.4.6"), imageOf("kafka:4.1.1")];
    const configOf = (image: typeof hotel) => blob<{ readonly config: object }>(image?.config as Descriptor).config;
    expect(configOf(hotel)).toMatchObject({ WorkingDir: "/workspace", Cmd: ["frontend"] });
    expect(configOf(mongo)).toMatchObject({ Entrypoint: ["docker-entrypoint.sh"], Cmd: ["mongod"] });
    const launchers = layerFiles(mongo?.layers[1] as Descriptor);
    expect(launchers.get("usr/bin/mongo")?.toString("utf8")).toMatch(/^#!\/bin\/sh\nexec .* mongo \/usr\/bin\/mongo "\$@"\n$/);
    const scripts = layerFiles(kafka?.layers[1] as Descriptor);
    expect(scripts.get("__cacert_entrypoint.sh")?.toString("utf8")).toBe('#!/bin/sh\nexec /bin/busybox env "$@"\n');
    expect(scripts.get("etc/kafka/docker/run")?.toString("utf8")).toContain("/store.cjs kafka-run /etc/kafka/docker/run ");
  });

  test("says nowhere who made it and what it is for", () => {
    const [hotel] = images();
    const texts = images().flatMap(({ layers: [, own] }) => [...layerFiles(own as Descriptor)]);
    const base = layerFiles(hotel?.layers[0] as Descriptor);
    const programs = ["main.cjs", "store.cjs"].map((name) => [name, base.get(`usr/local/lib/service/${name}`) as Buffer] as const);
    for (const [, program] of programs) expect(program.length).toBeGreaterThan(10_000);
    for (const [path, content] of [...texts, ...programs]) {
      const words = `${path} ${content.toString("utf8")}`.replaceAll("Segmentation fault", "");
      expect(/kubedrill|\bactor|simulat|\bfault|\binject|\bvariant/i.exec(words)).toBeNull();
    }
  });
});
