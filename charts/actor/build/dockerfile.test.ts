import { join } from "node:path";
import { expect, test } from "vitest";
import { chartImages } from "./create-images.ts";
import { writeDockerfile } from "./dockerfile.ts";

const dockerfile = writeDockerfile(chartImages(join(import.meta.dirname, "../..")));
const stageOf = (target: string): string =>
  dockerfile.split(/^(?=FROM )/m).find((stage) => stage.startsWith(`FROM base AS ${target}\n`)) ?? "";

test("each image is a target with its own files, and starts as the original starts", () => {
  expect(stageOf("mongo_4.4.6")).toBe(`FROM base AS mongo_4.4.6
COPY mongo/4.4.6 /
ENV PATH="/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
WORKDIR /
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["mongod"]

`);
  expect(stageOf("demo_2.2.0-payment")).toContain('WORKDIR /usr/src/app\nCMD ["node","--require","./opentelemetry.js","index.js"]\n');
});

test("no program of an image is put in the place of the one that plays it", () => {
  expect(dockerfile).toContain("COPY --from=node /usr/local/bin/node /usr/local/lib/service/node\n");
});
