import { expect, test } from "vitest";
import type { ProgramEpisode } from "../agents/play-by-program.ts";
import { describeApp } from "./describe-app.ts";

const KUBECONFIG = "contexts:\n- name: agent\n  context: { cluster: c, user: u, namespace: shop }\n";
const INSTRUCTION = "Shop is yours.\nCall submit_diagnosis once, and submit_mitigation at the end.\n12:00:00 UTC. Users complain.";

const describe = (taskUri: string, kubeconfig: string | undefined = KUBECONFIG) =>
  describeApp({ start: { task: { instruction: INSTRUCTION } }, access: { kubeconfig } } as unknown as ProgramEpisode, taskUri);

test("an agent is told the application, its namespace and the report, but no tools that it has not", () => {
  const described = describe("kubedrill://hotel-reservation/scale-to-zero?target=deployment/geo");
  expect(described).toEqual({
    app_name: "Hotel Reservation",
    namespace: "shop",
    namespaces: ["shop"],
    descriptions: "Shop is yours.\n12:00:00 UTC. Users complain.",
  });
  expect(JSON.stringify(described)).not.toMatch(/scale|geo/);
});

test("names that SREGym has of its own are those", () => {
  expect(describe("kubedrill://astronomy-shop/healthy").app_name).toBe("OpenTelemetry Demo Astronomy Shop");
});
