import { expect, test } from "vitest";
import { isSameCommand } from "./container-command.ts";

test.each([
  ["a path to the program", { command: ["/go/bin/rate"] }, { command: ["rate"] }],
  ["a shell that becomes the program", { command: ["sh", "-c", "exec rate"] }, { command: ["rate"] }],
  ["a shell with the program's arguments", { command: ["/bin/sh", "-c", "rate --port 80"] }, { command: ["rate"], args: ["--port", "80"] }],
  ["arguments alone", { args: ["--auth"] }, { args: ["--auth"] }],
])("%s is the same command", (_, a, b) => {
  expect(isSameCommand(a, b)).toBe(true);
});

test.each([
  ["another program", { command: ["/go/bin/geo"] }, { command: ["rate"] }],
  ["other arguments", { command: ["rate", "-v"] }, { command: ["rate"] }],
  ["a program in place of the image's own", { command: ["--auth"] }, { args: ["--auth"] }],
  ["a shell that does more", { command: ["sh", "-c", "rate; sleep 9"] }, { command: ["rate"] }],
  ["no command", {}, { command: ["rate"] }],
])("%s is another command", (_, a, b) => {
  expect(isSameCommand(a, b)).toBe(false);
});
