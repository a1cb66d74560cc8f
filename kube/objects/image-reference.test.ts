import { expect, test } from "vitest";
import { isSameImage } from "./image-reference.ts";

test.each([
  ["mongo:4.4.6", "docker.io/library/mongo:4.4.6"],
  ["mongo", "mongo:latest"],
  ["ghcr.io/shop/cart", "ghcr.io/shop/cart:latest"],
])("%s and %s are one image", (a, b) => {
  expect(isSameImage(a, b)).toBe(true);
});

test.each([
  ["mongo:4.4.6", "mongo:4.4.7"],
  ["mongo:4.4.6", "ghcr.io/library/mongo:4.4.6"],
  ["mongo:4.4.6", undefined],
  ["mongo:4.4.6", "not an image"],
])("%s and %s are two images", (a, b) => {
  expect(isSameImage(a, b)).toBe(false);
});
