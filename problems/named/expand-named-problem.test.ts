import { expect, test } from "vitest";
import { parseTaskUri } from "../task-uri.ts";
import { expandNamedProblem, missingOf } from "./expand-named-problem.ts";
import { LITE_PROBLEMS, namedProblems } from "./named-problems.ts";

const SHIPPED = { faults: new Set(["service-missing", "service-target-port-mismatch"]), decoys: new Set<string>() };

const expand = (text: string) => {
  const expanded = expandNamedProblem(text, SHIPPED);
  return expanded.ok ? expanded.value : `error: ${expanded.error}`;
};

test("a public id stands for its task, alone or as the problem of its application", () => {
  const task = "kubedrill://social-network/service-missing?target=service/user-service";
  expect(expand("missing_service_social_network")).toBe(task);
  expect(expand("kubedrill://social-network/missing_service_social_network?noise=none")).toBe(`${task}&noise=none`);
});

test("a URI of a task comes back as it is", () => {
  for (const uri of ["kubedrill://social-network/service-missing?target=service/user-service", "kubedrill://social-network/healthy"])
    expect(expand(uri)).toBe(uri);
});

test("an error says what a problem waits for, which application it is of, or what was meant", () => {
  expect(expand("auth_miss_mongodb")).toMatch(/^error: .*waits for mongo-tls-required/);
  expect(expand("kubedrill://astronomy-shop/missing_service_social_network")).toMatch(/^error: .*social-network, not of astronomy-shop/);
  expect(expand("missing_service_social_netwrok")).toMatch(/did you mean missing_service_social_network/);
  expect(expand("something-else-entirely-and-far-away")).toMatch(/a task is kubedrill:/);
});

test("every row is a task that can be written, with ids of its own", () => {
  const problems = namedProblems();
  expect([problems.filter(({ active }) => active).length, problems.length]).toEqual([123, 138]);
  expect(new Set(problems.map(({ id }) => id)).size).toBe(138);
  expect(problems.filter(({ composition }) => !parseTaskUri(`kubedrill://${composition}`).ok)).toEqual([]);
  expect(LITE_PROBLEMS.filter((id) => !problems.some((problem) => problem.id === id))).toEqual([]);
  expect(LITE_PROBLEMS.length).toBe(21);
});

test("a problem waits for decoys, and for several applications at once, too", () => {
  const waits = (id: string) => missingOf(namedProblems().find((problem) => problem.id === id)!, SHIPPED);
  expect(waits("trainticket_f17_nested_sql_select_clause_error")).toEqual(["tt-feat-17", "flags-on"]);
  expect(waits("port_misconfig_revoke_auth_wrong_svc_selector")).toContain("several applications in one cluster");
});
