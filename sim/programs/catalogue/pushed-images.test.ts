import { expect, test } from "vitest";
import { createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { imagesOf } from "./app-catalogue.ts";
import { pushImage } from "./pushed-images.ts";

const BUILD = { from: "busybox:1.36", tag: "1.36-next", program: "/bin/sh", defect: { addedMs: 5 } };

test("a pushed build is there under its tag and by its digest, with its defects, and in no world that was forked before", () => {
  const { world } = createFixture();
  const before = world.fork("before");
  expect(imagesOf(world).resolve("busybox:1.36-next").kind).toBe("missing");
  pushImage(world, BUILD);
  const found = imagesOf(world).resolve("busybox:1.36-next");
  expect(found).toMatchObject({ kind: "found", imageId: expect.stringMatching(/^docker\.io\/library\/busybox@sha256:/) });
  const byDigest = found.kind === "found" ? imagesOf(world).find(found.imageId) : undefined;
  expect(byDigest?.defects).toEqual({ "busybox/sh": BUILD.defect });
  expect(imagesOf(world).find("busybox:1.36")?.defects).toBeUndefined();
  expect(imagesOf(world.fork("after")).resolve("busybox:1.36-next").kind).toBe("found");
  expect(imagesOf(before).resolve("busybox:1.36-next").kind).toBe("missing");
});

test("programs that are pushed with one tag are one build, and a build of no image is a defect of the caller", () => {
  const { world } = createFixture();
  pushImage(world, BUILD);
  pushImage(world, { ...BUILD, from: "docker.io/library/mongo:4.4", tag: "4.4-next", program: "/usr/bin/mongod" });
  pushImage(world, { ...BUILD, from: "docker.io/library/mongo:4.4", tag: "4.4-next", program: "/usr/bin/mongos", defect: { leakKiB: 1 } });
  expect(imagesOf(world).find("mongo:4.4-next")?.defects).toEqual({ mongod: { addedMs: 5 }, mongos: { leakKiB: 1 } });
  pushImage(world, { ...BUILD, from: "nobody/knows:1" });
  expect(() => imagesOf(world)).toThrow("no registry has nobody/knows:1");
});

test("a build for another processor has no program of its own to be wrong, and says what it is for", () => {
  const { world } = createFixture();
  pushImage(world, { from: "busybox:1.36", tag: "1.36-next", architecture: "arm64" });
  expect(imagesOf(world).find("busybox:1.36-next")).toMatchObject({ architecture: "arm64", defects: {} });
  expect(imagesOf(world).find("busybox:1.36")?.architecture).toBeUndefined();
});
