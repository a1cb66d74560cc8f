import { expect, test } from "vitest";
import { inGoOrder } from "./go-order.ts";

test("members stand in the order of the object's Go type, all the way down", () => {
  const pod = {
    spec: { restartPolicy: "Always", containers: [{ image: "i", name: "c" }], volumes: [] },
    metadata: { labels: { b: "1", a: "2" }, uid: "u", name: "p", namespace: "n" },
    apiVersion: "v1",
    kind: "Pod",
  };
  expect(JSON.stringify(inGoOrder(pod))).toBe(
    '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"n","uid":"u","labels":{"b":"1","a":"2"}},"spec":{"volumes":[],"containers":[{"name":"c","image":"i"}],"restartPolicy":"Always"}}',
  );
});

test("what no Go type is known of stands by the alphabet", () => {
  const widget = { spec: { b: 1, a: [{ d: 1, c: 2 }] }, kind: "Widget", metadata: { uid: "u", name: "w" }, apiVersion: "example.com/v1" };
  expect(JSON.stringify(inGoOrder(widget))).toBe(
    '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w","uid":"u"},"spec":{"a":[{"c":2,"d":1}],"b":1}}',
  );
});
