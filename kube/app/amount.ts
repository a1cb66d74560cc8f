import { z } from "zod";

/** Schema of a number, or the name of a setting that holds one. */
export const amount = z.union([z.number().positive(), z.string()]);
