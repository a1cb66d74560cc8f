import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Conversation } from "../episode/conversation.tsx";
import { usePolled } from "../parts/ask.ts";
import { minutesText } from "../parts/numbers.ts";
import { ReturnTile } from "../parts/return-tile.tsx";
import { linkTo } from "../parts/route.ts";
import { TaskName } from "../parts/task-name.tsx";
import type { LiveCourse } from "../protocol.ts";
import { joinCourses } from "./join-courses.ts";

/** An episode as it goes: what its agent calls and sees. */
export const FollowedPage = ({ id }: { readonly id: string }): JSX.Element => {
  const answer = usePolled<LiveCourse>(`api/live/${encodeURIComponent(id)}`, COURSE_MS);
  const seen = useRef<LiveCourse | undefined>(undefined);
  if (answer.kind === "done") seen.current = joinCourses(seen.current, answer.value);
  const course = seen.current;
  const end = useRef<HTMLDivElement>(null);
  const steps = course?.steps.length ?? 0;
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [steps]);
  return (
    <section class="followed-page">
      <div class="head">
        <a href={linkTo("live")}>all episodes</a>
        {course !== undefined && <Head course={course} isOpen={answer.kind !== "failed"} />}
      </div>
      {answer.kind === "failed" && (
        <p class="trouble">
          {answer.status === 404 ? "The episode is not open any more: its client closed it, or its lease ended." : answer.reason}
        </p>
      )}
      {course !== undefined && (
        <div class="scroll">
          <p class="prose quiet">{course.instruction}</p>
          <Conversation id={id} episode={course} changes={undefined} hover={() => undefined} select={() => undefined} />
          <div ref={end} />
        </div>
      )}
    </section>
  );
};

const COURSE_MS = 1_000;

const Head = ({ course: { row, steps }, isOpen }: { readonly course: LiveCourse; readonly isOpen: boolean }): JSX.Element => (
  <>
    <span class="task" title={row.task}>
      <TaskName uri={row.task} />
    </span>
    <span class="quiet">seed {row.seed}</span>
    <span class="quiet">{row.client}</span>
    <span class="grow" />
    <span>{steps.length} steps</span>
    <span>{minutesText(row.virtualMs / 60_000)}</span>
    <ReturnTile value={row.returnSoFar} />
    <span class={row.ending === undefined && isOpen ? "good" : "quiet"}>{row.ending?.endReason ?? (isOpen ? "running" : "closed")}</span>
  </>
);
