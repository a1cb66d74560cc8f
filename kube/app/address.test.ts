import { expect, test } from "vitest";
import { parseAddress } from "./address.ts";

test.each([
  ["carts:8080", "carts", 8080],
  ["carts", "carts", 6379],
  ["http://carts:8080", "carts", 8080],
  ["http://carts:8080/api", "carts", 8080],
  ["carts:http", "carts", 0],
  ["", "", 6379],
])("%s is %s and %d", (text, host, port) => expect(parseAddress(text, 6379)).toEqual({ host, port }));
