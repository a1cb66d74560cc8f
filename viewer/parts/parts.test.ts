import { expect, test } from "vitest";
import { colourWords } from "./colour-words.ts";
import { minutesText, returnText, shortNumber } from "./numbers.ts";
import { linkTo, parseRoute } from "./route.ts";
import { taskParts } from "./task-parts.ts";

const looks = (line: string) => colourWords(line).flatMap(({ text, look }) => (look === "" ? [] : [`${look}: ${text}`]));

test("words that say how something is have a colour, and the text stays as it was", () => {
  const line = "db-0    0/1     CrashLoopBackOff   7    12m   Running elsewhere";
  expect(looks(line)).toEqual(["bad: 0/1", "bad: CrashLoopBackOff", "good: Running"]);
  expect(
    colourWords(line)
      .map(({ text }) => text)
      .join(""),
  ).toBe(line);
});

test("names that contain such a word have none, nor has what does not fire", () => {
  expect(looks("pod/my-Running-app in Pending-queue")).toEqual([]);
  expect(looks("Alerts: none firing.")).toEqual([]);
  expect(looks("12 firing")).toEqual(["bad: firing"]);
  expect(looks("10/10   0/0")).toEqual([]);
  expect(looks("Active: activating (auto-restart)   Error: none")).toEqual(["bad: Error"]);
});

test("titles of columns are told from sentences in capitals", () => {
  expect(looks("NAME     READY   STATUS    NOT READY")).toEqual(["head: NAME     READY   STATUS    NOT READY"]);
  expect(looks("A SENTENCE IN CAPITALS")).toEqual([]);
});

test("an address is read as it was written, whatever is in it", () => {
  for (const route of [
    { page: "episode", path: ["0-17"], query: {} },
    { page: "matrix", path: [], query: { text: "a/b?c&d=100 %", run: "../x" } },
  ])
    expect(parseRoute(linkTo(route.page, route.path, route.query))).toEqual(route);
  expect(parseRoute("")).toEqual({ page: "", path: [], query: {} });
  expect(parseRoute("#/episode/%zz").path).toEqual(["%zz"]);
});

test("numbers are short, and a missing return is no zero", () => {
  expect([returnText(undefined), returnText(-0.5), minutesText(-0.25), minutesText(12.5)]).toEqual(["–", "−0.50", "−0:15", "12:30"]);
  expect([0.25, 12.34, 243, 2500, 30_000].map(shortNumber)).toEqual(["0.25", "12.3", "243", "2.5k", "30k"]);
});

test("a task is named by application, faults and targets, and by what is added to it", () => {
  const uri = "kubedrill://shop/a+b?target=deployment/x&target=service/y&noise=none&decoys=prompt-text&twins=none&variant=standard";
  expect(taskParts(uri)).toEqual({ app: "shop", problem: "a+b", params: "deployment/x service/y prompt-text" });
  expect(taskParts("kubedrill://shop/healthy")).toEqual({ app: "shop", problem: "healthy", params: "" });
});
