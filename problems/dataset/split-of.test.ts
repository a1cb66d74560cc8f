import { expect, test } from "vitest";
import { splitOf } from "./split-of.ts";

const families = {
  container: ["image", "command", "probe", "memory"],
  network: ["selector", "service-port", "policy", "service-missing"],
  config: ["configmap"],
};

const member = (layer: string, family: string, target: string) => ({ layer, family, target });

test("each layer keeps a family for training", () => {
  for (const [layer, names] of Object.entries(families)) {
    const splits = names.map((family) => splitOf([member(layer, family, "deployment/zeta")], families));
    expect(
      splits.some(({ split, tag }) => split === "train" || tag === "eval:target"),
      layer,
    ).toBe(true);
  }
});

test("a Deployment, its Service and its store's ConfigMap are held out together", () => {
  const components = ["geo", "rate", "profile", "user", "search", "frontend", "reservation", "recommendation"];
  for (const name of components) {
    const decisions = [`deployment/${name}`, `service/${name}`, `configmap/${name}-config`, `deployment/mongodb-${name}`].map(
      (target) => splitOf([member("config", "configmap", target)], families).split,
    );
    expect(new Set(decisions).size, name).toBe(1);
  }
});

test("a set of faults is as strict as its strictest member", () => {
  const all = Object.entries(families).flatMap(([layer, names]) => names.map((family) => member(layer, family, "deployment/geo")));
  const strictness = { train: 0, eval: 1, holdout: 2 };
  for (const a of all) {
    for (const b of all) {
      const alone = Math.max(strictness[splitOf([a], families).split], strictness[splitOf([b], families).split]);
      expect(strictness[splitOf([a, b], families).split]).toBe(alone);
    }
  }
});
