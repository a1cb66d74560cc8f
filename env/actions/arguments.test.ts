import { expect, test } from "vitest";
import { z } from "zod";
import { type ActionContext, defineAction } from "./action.ts";
import { duration, moment } from "./time-arguments.ts";

const NOW_MS = Date.parse("2026-01-05T12:00:00Z");

const tool = defineAction({
  name: "look",
  description: "Look.",
  profiles: { kubectl: true, typed: true, readonly: true, conductor: true },
  mutating: false,
  arguments: {
    query: z.string().describe("What."),
    limit: z.int().min(1).max(50).default(5).describe("How many."),
    share: z.number().optional(),
    errors_only: z.boolean().default(false),
    names: z.array(z.string()).optional(),
    format: z.enum(["table", "json"]).default("table"),
    lookback: duration("15m").prefault("1h"),
    end: moment().prefault("now"),
  },
  run: async (_context, { end, ...args }) => ({
    status: "OK",
    content: JSON.stringify({ ...args, end: end(NOW_MS) }),
    hadEffect: false,
    costMs: 0,
  }),
});

const call = async (args: Readonly<Record<string, unknown>>) => await tool.run({} as ActionContext, args);
const read = async (args: Readonly<Record<string, unknown>>) => JSON.parse((await call({ query: "up", ...args })).content) as unknown;

test("the JSON Schema is made of the declaration, with what a caller writes and gets by default", () => {
  expect(tool.spec.inputSchema).toEqual({
    type: "object",
    properties: {
      query: { type: "string", description: "What." },
      limit: { type: "integer", minimum: 1, maximum: 50, default: 5, description: "How many." },
      share: { type: "number" },
      errors_only: { type: "boolean", default: false },
      names: { type: "array", items: { type: "string" } },
      format: { type: "string", enum: ["table", "json"], default: "table" },
      lookback: { type: "string", default: "1h" },
      end: { type: "string", default: "now" },
    },
    required: ["query"],
    additionalProperties: false,
  });
});

test("arguments arrive as the tool works with them", async () => {
  const defaults = { query: "up", limit: 5, errors_only: false, format: "table", lookback: 3_600_000, end: NOW_MS };
  expect(await read({})).toEqual(defaults);
  expect(await read({ limit: null, share: undefined, lookback: null })).toEqual(defaults);
  expect(await read({ lookback: "1h30m", end: "10m", format: "json" })).toEqual({
    ...defaults,
    lookback: 5_400_000,
    end: NOW_MS - 600_000,
    format: "json",
  });
});

test("numbers, booleans and lists given as text are taken as such", async () => {
  expect(await read({ limit: "30", share: " -0.5", errors_only: "true", names: '["a"]' })).toMatchObject({
    limit: 30,
    share: -0.5,
    errors_only: true,
    names: ["a"],
  });
  expect(await read({ query: "30" })).toMatchObject({ query: "30" });
});

test.each([
  [{}, 'The argument "query" is missing.'],
  [{ query: null }, 'The argument "query" is missing.'],
  [{ query: 3 }, 'The argument "query" must be a string; it is 3.'],
  [{ query: "up", limit: 0 }, 'The argument "limit" must be at least 1; it is 0.'],
  [{ query: "up", limit: "51" }, 'The argument "limit" must be at most 50; it is "51".'],
  [{ query: "up", limit: 1.5 }, 'The argument "limit" must be an integer; it is 1.5.'],
  [{ query: "up", errors_only: "soon" }, 'The argument "errors_only" must be a boolean; it is "soon".'],
  [{ query: "up", names: "[" }, 'The argument "names" must be an array; it is "[".'],
  [{ query: "up", format: "xml" }, 'The argument "format" must be one of table, json; it is "xml".'],
  [{ query: "up", lookback: "soon" }, 'The argument "lookback" must be a duration such as "15m"; it is "soon".'],
  [{ query: "up", lookback: "0s" }, 'The argument "lookback" must be a duration such as "15m"; it is "0s".'],
  [{ query: "up", end: "later" }, 'The argument "end" must be an RFC 3339 time, Unix seconds, or a time ago such as "10m"; it is "later".'],
  [{ query: "up", wanted: 1 }, 'There is no argument "wanted".'],
  [{ query: "up", constructor: 1 }, 'There is no argument "constructor".'],
])("%j is refused with a sentence, and with what the tool takes", async (args, problem) => {
  const output = await call(args);
  expect(output).toMatchObject({ status: "INVALID", errorCode: "ARGUMENTS_INVALID", hadEffect: false, costMs: 0 });
  expect(output.content).toContain(`${problem} look takes "query" (string), "limit" (integer, optional), `);
});
