/** Status with which a gRPC server ends a call. */
export interface Status {
  /** Name of its code in capitals: `UNAVAILABLE`. */
  readonly code: StatusCode;
  readonly detail: string;
}

export type StatusCode = keyof typeof STATUS_CODES;

/** Numbers of the codes that clients and servers write. */
export const STATUS_CODES = {
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

/** Status in an error as one of the client libraries words it; an error of another kind is an unknown one. */
export const statusOf = (text: string): Status => {
  for (const form of FORMS) {
    const [, name = "", detail = ""] = form.exec(text) ?? [];
    const code = codeNamed(name);
    if (code !== undefined) return { code, detail };
  }
  return { code: "UNKNOWN", detail: text };
};

/** Name of a code as Go and .NET write it: `DeadlineExceeded`. */
export const inCamelCase = (code: StatusCode): string =>
  code
    .toLowerCase()
    .split("_")
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join("");

/** Errors of clients in Go, .NET, Python, and Node or Java, which name the code first. */
const FORMS: readonly RegExp[] = [
  /^rpc error: code = (\w+) desc = ([\s\S]*)$/,
  /Status\(StatusCode="(\w+)", Detail="([\s\S]*)"\)$/,
  /status = StatusCode\.(\w+) details = "([\s\S]*)">$/,
  /^(?:\d+ )?([A-Z_]+): ([\s\S]*)$/,
];

const codeNamed = (name: string): StatusCode | undefined => {
  const wanted = name.replaceAll("_", "").toLowerCase();
  return (Object.keys(STATUS_CODES) as StatusCode[]).find((code) => code.replaceAll("_", "").toLowerCase() === wanted);
};
