import type { Language } from "../language.ts";
import { nginxLines } from "../openresty/nginx-log.ts";
import { OPENRESTY } from "../openresty/openresty.ts";

/** nginx as it comes: it serves files, and calls nobody. */
export const NGINX: Language = {
  line: nginxLines,
  panic: (text) => [`nginx: [emerg] ${text}`],
  panicExitCode: 1,
  notFound: OPENRESTY.notFound.replace("openresty", "nginx/1.29.0"),
  calls: OPENRESTY.calls,
};
