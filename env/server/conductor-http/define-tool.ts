import { z } from "zod";
import { jsonSchemaOf } from "../../actions/arguments.ts";
import type { SseTool } from "../agent-http/serve-mcp-sse.ts";

/** A tool of a mount as its table declares it. */
export interface ToolDeclaration<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly description: string;
  readonly arguments: Shape;
  run(args: z.output<z.ZodObject<Shape>>): Promise<string | Readonly<Record<string, string>>>;
}

/** Makes a tool of its declaration: wrong arguments are answered with what was wrong. */
export const defineTool = <Shape extends z.ZodRawShape>({ name, description, ...declared }: ToolDeclaration<Shape>): SseTool => {
  const schema = z.object(declared.arguments);
  return {
    name,
    description,
    inputSchema: jsonSchemaOf(schema),
    call: async (given) => {
      const { data, error } = schema.safeParse(given);
      if (error === undefined) return await declared.run(data);
      const [{ path, message }] = error.issues as [z.core.$ZodIssue];
      return `Error: ${name} was called with a wrong argument ${path.join(".") || "list"}: ${message}`;
    },
  };
};
