import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    globalSetup: "tests/temporary-folder.ts",
    exclude: ["node_modules/**", "dist/**", ".venv/**"],
    testTimeout: 120_000,
    hookTimeout: 420_000,
  },
});
