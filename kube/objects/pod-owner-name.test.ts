import { expect, test } from "vitest";
import { isPodNameOf } from "./pod-owner-name.ts";

test.each([
  ["geo-6b54764896-q2gdc", "geo", true],
  ["geo-0", "geo", true],
  ["geo-db-6b54764896-q2gdc", "geo", false],
  ["geo-db-6b54764896-q2gdc", "geo-db", true],
  ["geo-db-0", "geo", false],
  ["geo", "geo", false],
])("%s is a pod of %s: %s", (pod, workload, expected) => expect(isPodNameOf(pod, workload)).toBe(expected));
