import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    globalSetup: "tests/temporary-folder.ts",
    exclude: ["node_modules/**", "dist/**", ".venv/**"],
    // What a test costs is bounded by its work; this ends one that hangs, however busy the machine is.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
