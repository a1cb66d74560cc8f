import { expect, test } from "vitest";
import { digestText } from "./digest.ts";
import { createEventLog } from "./event-log.ts";

test("the digest is that of the canonical lines", () => {
  const log = createEventLog();
  log.append({ b: 1, a: 2 });
  log.append("x");
  expect(log.digest()).toBe(digestText('{"a":2,"b":1}\n"x"\n'));
  expect(log.size()).toBe(2);
});

test("a fork shares the past and not the future", () => {
  const log = createEventLog();
  log.append(1);
  const fork = log.fork();
  expect(fork.digest()).toBe(log.digest());
  fork.append(2);
  expect(fork.digest()).not.toBe(log.digest());
});
