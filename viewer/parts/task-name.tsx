import type { JSX } from "preact";
import { taskParts } from "./task-parts.ts";

/** A task in one line: application, faults, and paler what its targets are. */
export const TaskName = ({ uri }: { readonly uri: string }): JSX.Element => {
  const { app, problem, params } = taskParts(uri);
  return (
    <>
      <span class="quiet">{app} / </span>
      {problem} <span class="params">{params}</span>
    </>
  );
};
