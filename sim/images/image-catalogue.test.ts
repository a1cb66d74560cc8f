import { expect, test } from "vitest";
import { loadApps } from "#env/catalogue/load-apps.ts";
import { createCatalogue } from "../programs/catalogue/app-catalogue.ts";
import { describeUnreachable, programOf } from "./image-catalogue.ts";

const { images } = createCatalogue((await loadApps()).map(({ behaviour }) => behaviour));

const hotel = "ghcr.io/sregym/hotel-reservation:latest";

test("a short name means Docker Hub's library and the tag latest", () => {
  expect(images.resolve("busybox")).toMatchObject({
    kind: "found",
    imageId: expect.stringMatching(/^docker\.io\/library\/busybox@sha256:[0-9a-f]{64}$/),
  });
});

test("an image can be named by its digest, and by no other", () => {
  const found = images.resolve(hotel);
  const digest = found.kind === "found" ? found.imageId : "";
  expect(images.resolve(digest).kind).toBe("found");
  expect(images.resolve(`${digest.slice(0, -1)}${digest.endsWith("0") ? "1" : "0"}`).kind).toBe("missing");
});

test("a missing tag, a missing repository and an unknown registry say so as containerd does", () => {
  expect(images.resolve("mongo:4.4.66")).toMatchObject({
    message: expect.stringContaining('"docker.io/library/mongo:4.4.66": docker.io/library/mongo:4.4.66: not found'),
  });
  expect(images.resolve("mongoo:4.4.6")).toMatchObject({
    message: expect.stringContaining("pull access denied, repository does not exist"),
  });
  expect(images.resolve("registry.local/missing:1.0")).toMatchObject({
    message: expect.stringContaining(
      'Head "https://registry.local/v2/missing/manifests/1.0": dial tcp: lookup registry.local: no such host',
    ),
  });
});

test("an unknown registry is looked up at the name server, Docker Hub at its own host", () => {
  expect(describeUnreachable("nginx")).toBe(
    'failed to pull and unpack image "docker.io/library/nginx:latest": failed to resolve reference "docker.io/library/nginx:latest": failed to do request: Head "https://registry-1.docker.io/v2/library/nginx/manifests/latest": dial tcp: lookup registry-1.docker.io on 172.18.0.1:53: no such host',
  );
});

test("capital letters in the path are named", () => {
  const messageOf = (reference: string) => (images.resolve(reference) as { readonly message: string }).message;
  expect(messageOf("registry.local/UPPER:1")).toBe(
    'couldn\'t parse image name "registry.local/UPPER:1": invalid reference format: repository name (UPPER) must be lowercase',
  );
  expect(messageOf("Mongo")).toContain("repository name (library/Mongo) must be lowercase");
  expect(messageOf("a b")).toBe('couldn\'t parse image name "a b": invalid reference format');
});

test("a name that is none is invalid", () => {
  expect(["Mongo:1", "a b", "", "mongo:"].map((name) => images.resolve(name).kind)).toEqual(Array(4).fill("invalid-name"));
});

test("the command word picks the program of a multi-binary image", () => {
  const image = images.find(hotel);
  expect(image && [programOf(image, "geo"), programOf(image, "/go/bin/rate"), programOf(image, "nope")]).toEqual([
    "hotel/geo",
    "hotel/rate",
    undefined,
  ]);
  expect(Object.keys(image?.binaries ?? {})).toContain("/go/bin/search");
});
