import { z } from "zod";

const FILE_RULE = "path belongs to a file, and a file has a path or a pattern";

/** Schema of the places where a program finds a setting. */
export const settingSource = z
  .strictObject({
    /** Command-line option, `--port 80` or `--port=80`. */
    flag: z.string().optional(),
    /** Environment variable. */
    env: z.string().optional(),
    /** Variable with the port where the other holds the host alone: the value is `host:port`. */
    portEnv: z.string().optional(),
    /** Absolute path of a file, mounted or in the image; in JSON `path` leads to the value, with dots between the keys. */
    file: z.string().optional(),
    path: z.string().optional(),
    /** Regular expression for other files, and for a variable without a file: its first group is the value. */
    pattern: z.string().optional(),
    /** Path of a port in the same file where the other leads to a host: the value is `host:port`, or the empty text where one is missing. */
    portPath: z.string().optional(),
    /** Value where none of these has one; missing: the empty text. */
    default: z.string().optional(),
  })
  .refine(({ file, path, pattern }) => (file === undefined ? path === undefined : path !== undefined || pattern !== undefined), FILE_RULE)
  .refine(({ env, file, pattern }) => pattern === undefined || file !== undefined || env !== undefined, "pattern needs a file or an env")
  .refine(({ env, portEnv }) => portEnv === undefined || env !== undefined, "portEnv needs an env")
  .refine(({ path, portPath }) => portPath === undefined || path !== undefined, "portPath needs a path");

export type SettingSource = z.output<typeof settingSource>;
