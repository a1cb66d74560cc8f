/** A span as Jaeger's JSON has it; times in microseconds. */
export interface Span {
  readonly traceID: string;
  readonly spanID: string;
  readonly flags: 1;
  readonly operationName: string;
  readonly references: readonly { readonly refType: "CHILD_OF"; readonly traceID: string; readonly spanID: string }[];
  readonly startTime: number;
  readonly duration: number;
  readonly tags: readonly Tag[];
  readonly logs: readonly { readonly timestamp: number; readonly fields: readonly Tag[] }[];
  readonly processID: string;
  readonly warnings: null;
}

export interface Tag {
  readonly key: string;
  readonly type: "string" | "bool" | "int64" | "float64";
  readonly value: string | boolean | number;
}

/** A trace as Jaeger's JSON has it. */
export interface Trace {
  readonly traceID: string;
  readonly spans: readonly Span[];
  readonly processes: Readonly<Record<string, { readonly serviceName: string; readonly tags: readonly Tag[] }>>;
  readonly warnings: null;
}

/** A tag with the type that its value has. */
export const tag = (key: string, value: string | boolean | number): Tag => ({
  key,
  type: typeof value === "string" ? "string" : typeof value === "boolean" ? "bool" : Number.isInteger(value) ? "int64" : "float64",
  value,
});
