import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configOf } from "./build/component-layer.ts";
import { chartImages } from "./build/create-images.ts";

const images = chartImages(join(import.meta.dirname, ".."));
const dockerfile = readFileSync(join(import.meta.dirname, "Dockerfile"), "utf8");

test.each(images.map((image) => [`${image.folder}:${image.tag}`, image] as const))(
  "the Dockerfile starts %s as the archive does",
  (_, { folder, image }) => {
    const stage = new RegExp(`^FROM base AS ${folder}\\n((?:.+\\n?)*)`, "m").exec(dockerfile)?.[1] ?? "";
    const words = (name: string) => JSON.parse(new RegExp(`^${name} (.*)$`, "m").exec(stage)?.[1] ?? "null") ?? undefined;
    const { Entrypoint, Cmd, WorkingDir, Env } = configOf(image);
    expect({ Entrypoint: words("ENTRYPOINT"), Cmd: words("CMD"), WorkingDir: /^WORKDIR (.*)$/m.exec(stage)?.[1] }).toEqual({
      Entrypoint,
      Cmd,
      WorkingDir,
    });
    expect(stage).toContain(`COPY --from=build /files/${folder}/\${TAG} /\n`);
    expect(dockerfile).toContain(`ENV ${Env[0]}\n`);
  },
);
