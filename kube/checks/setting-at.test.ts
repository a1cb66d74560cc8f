import { expect, test } from "vitest";
import { settingAt, withSettingAt } from "./setting-at.ts";

const DOCUMENT = { Port: "80", "a.b": 1, user: { addr: "user", port: 9090 } };

test("a setting is found by its name, with dots in it or not, and by a path of keys", () => {
  expect(["Port", "a.b", "user.addr", "user.port", "user.name", "Port.x", "x.y"].map((path) => settingAt(DOCUMENT, path))).toEqual([
    "80",
    1,
    "user",
    9090,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a setting is changed where it stands, added where there is none, and removed by null", () => {
  expect(JSON.stringify(withSettingAt(DOCUMENT, "user.addr", "users"))).toBe('{"Port":"80","a.b":1,"user":{"addr":"users","port":9090}}');
  expect(withSettingAt(DOCUMENT, "Host", "x")).toEqual({ ...DOCUMENT, Host: "x" });
  expect(withSettingAt(DOCUMENT, "user.addr", null)).toEqual({ ...DOCUMENT, user: { port: 9090 } });
  expect(withSettingAt(DOCUMENT, "a.b", null)).toEqual({ Port: "80", user: DOCUMENT.user });
});
