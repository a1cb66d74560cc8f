import { CPP } from "../cpp/cpp.ts";
import type { Language } from "../language.ts";
import { describeLuaDialFailure, LUA_TIMED_OUT } from "./lua-thrift.ts";
import { nginxLines } from "./nginx-log.ts";

/** Lua in OpenResty: nginx's error log, and Thrift's Lua library over cosockets. Its clients of stores have the words of the C libraries. */
export const OPENRESTY: Language = {
  line: nginxLines,
  panic: (text) => [`nginx: [emerg] ${text}`],
  panicExitCode: 1,
  notFound:
    "<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>openresty</center>\r\n</body>\r\n</html>\r\n",
  waitsWithoutWorker: true,
  calls: {
    ...CPP.calls,
    deadline: LUA_TIMED_OUT,
    cutOff: "TTransportException: closed",
    wrongProtocol: "TTransportException: closed",
    dialFailed: describeLuaDialFailure,
    passUp: (text) => text,
  },
  caches: CPP.caches,
  keyValues: CPP.keyValues,
  documents: CPP.documents,
};
