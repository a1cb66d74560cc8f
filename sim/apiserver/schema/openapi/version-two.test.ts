import { expect, test } from "vitest";
import { openApiV2Text } from "./version-two.ts";

const convert = (document: object) => {
  const text = JSON.stringify({ openapi: "3.0.0", paths: {}, ...document });
  return JSON.parse(openApiV2Text(new Map([["a", { hash: "1", text }]])));
};

test("references lead to definitions, and one alone stands for itself with its default", () => {
  const one = { allOf: [{ $ref: "#/components/schemas/B" }], default: {}, description: "b" };
  const { definitions } = convert({ components: { schemas: { A: { type: "object", properties: { one } }, B: { type: "string" } } } });
  expect(definitions.A).toEqual({ type: "object", properties: { one: { $ref: "#/definitions/B", default: {}, description: "b" } } });
});

test("fields that are named as words of schemas are fields", () => {
  const properties = { $ref: { type: "string" }, allOf: { type: "array", items: { $ref: "#/components/schemas/A" } }, properties: {} };
  const { definitions } = convert({ components: { schemas: { A: { properties } } } });
  expect(definitions.A.properties).toEqual({ ...properties, allOf: { type: "array", items: { $ref: "#/definitions/A" } } });
});

test("bodies become parameters, and types of parameters stand beside their names", () => {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };
  const post = {
    parameters: [{ name: "dryRun", in: "query", schema: { type: "string", uniqueItems: true } }],
    requestBody: { required: true, content: { "*/*": content["application/json"] } },
    responses: { 200: { description: "OK", content }, 401: { description: "Unauthorized" } },
  };
  const { paths } = convert({ paths: { "/a": { post } } });
  expect(paths["/a"].post).toEqual({
    schemes: ["https"],
    consumes: ["*/*"],
    produces: ["application/json"],
    parameters: [
      { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/A" } },
      { name: "dryRun", in: "query", type: "string", uniqueItems: true },
    ],
    responses: { 200: { description: "OK", schema: { $ref: "#/definitions/A" } }, 401: { description: "Unauthorized" } },
  });
});

test("a world without documents has an empty one", () => {
  expect(JSON.parse(openApiV2Text(new Map()))).toMatchObject({ swagger: "2.0", paths: {}, definitions: {} });
});
