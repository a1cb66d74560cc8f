import { dirname } from "node:path";
import { configOf } from "./component-layer.ts";
import type { ChartImage } from "./create-images.ts";
import { NODE_PATH } from "./launcher.ts";

/** Writes a Dockerfile that builds each image from its folder of the context, as a target of its own: `mongo_4.4.6`. */
export const writeDockerfile = (images: readonly ChartImage[]): string => [BASE, ...images.map(stage)].join("\n");

const BASE = `FROM node:24-slim AS node

FROM debian:bookworm-slim AS base
RUN mkdir -p ${dirname(NODE_PATH)}
COPY --from=node /usr/local/bin/node ${NODE_PATH}
COPY base /
`;

/** Folder of an image in the context. */
export const folderOf = ({ folder, tag }: Pick<ChartImage, "folder" | "tag">): string => `${folder}/${tag}`;

const stage = ({ folder, tag, image }: ChartImage): string => {
  const { Env, WorkingDir, Entrypoint, Cmd } = configOf(image);
  return [
    `FROM base AS ${folder}_${tag}`,
    `COPY ${folderOf({ folder, tag })} /`,
    ...Env.map((variable) => `ENV ${variable.replace("=", '="')}"`),
    `WORKDIR ${WorkingDir}`,
    ...(Entrypoint === undefined ? [] : [`ENTRYPOINT ${JSON.stringify(Entrypoint)}`]),
    ...(Cmd === undefined ? [] : [`CMD ${JSON.stringify(Cmd)}`]),
    "",
  ].join("\n");
};
