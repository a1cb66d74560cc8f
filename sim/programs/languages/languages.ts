import type { ProgramBehaviour } from "#kube/app/behaviour.ts";
import { CPP } from "./cpp/cpp.ts";
import { GO, GO_SLOG } from "./go/go.ts";
import type { Language } from "./language.ts";
import { OPENRESTY } from "./openresty/openresty.ts";

/** Runtimes that descriptions may name. */
export const LANGUAGES: Readonly<Record<ProgramBehaviour["language"], Language>> = {
  go: GO,
  "go-slog": GO_SLOG,
  cpp: CPP,
  openresty: OPENRESTY,
};
