import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { PageProps } from "../app.tsx";
import { useAnswer } from "../parts/ask.ts";
import { linkTo } from "../parts/route.ts";
import { useKeys } from "../parts/use-keys.ts";
import type { EpisodeRow, FaultRow } from "../protocol.ts";
import { type Success, successByPolicy } from "./success-by-policy.ts";

/** Catalogue of faults: what can be seen of each, how hard its tasks are, and how policies fared in the runs that are shown. */
export const TasksPage = ({ index: { episodes } }: PageProps): JSX.Element => {
  const answer = useAnswer<readonly FaultRow[]>("api/tasks");
  if (answer.kind === "failed") return <p class="trouble">{answer.reason}</p>;
  if (answer.kind === "waiting") return <p class="quiet">making the catalogue; the first time of a build this boots every application …</p>;
  return <Catalogue faults={answer.value} episodes={episodes} />;
};

const Catalogue = ({
  faults,
  episodes,
}: {
  readonly faults: readonly FaultRow[];
  readonly episodes: readonly EpisodeRow[];
}): JSX.Element => {
  const [words, setWords] = useState("");
  const successes = useMemo(() => successByPolicy(episodes), [episodes]);
  useKeys({ "/": () => document.getElementById("words")?.focus() });
  const played = faults.toSorted((a, b) => Number(successes.has(b.id)) - Number(successes.has(a.id)));
  const shown = played.filter(({ id, title, layer, apps, symptoms }) => {
    const text = [id, title, layer, ...apps, ...symptoms].join(" ").toLowerCase();
    return words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  });
  return (
    <section class="tasks-page">
      <div class="filters">
        <input
          id="words"
          type="search"
          placeholder="/ fault, layer, symptom"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <span class="quiet">
          {shown.length} of {faults.length} faults, {shown.reduce((sum, { tasks }) => sum + tasks, 0)} tasks with one fault
        </span>
      </div>
      <div class="scroll">
        <table class="plain">
          <thead>
            <tr>
              <th>fault</th>
              <th>layer</th>
              <th class="number">tasks</th>
              <th title="number of tasks by difficulty, 1 to 5">difficulty</th>
              <th>succeeded</th>
              <th>seen by an agent</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((fault) => (
              <FaultLine key={fault.id} fault={fault} successes={successes.get(fault.id) ?? []} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const FaultLine = ({
  fault: { id, title, layer, tasks, difficulties, apps, symptoms },
  successes,
}: {
  readonly fault: FaultRow;
  readonly successes: readonly Success[];
}): JSX.Element => (
  <tr>
    <td class="fault">
      {successes.length > 0 ? <a href={linkTo("matrix", [], { fault: id })}>{id}</a> : <b>{id}</b>}
      <div class="quiet">{title}</div>
    </td>
    <td>{layer}</td>
    <td class="number" title={apps.join(", ")}>
      {tasks}
    </td>
    <td>
      <Levels counts={difficulties} />
    </td>
    <td class="successes">
      {successes.map(({ policy, won, of }) => (
        <div key={policy}>
          <span class={won === of ? "good" : won === 0 ? "bad" : ""}>
            {won} of {of}
          </span>{" "}
          {policy}
        </div>
      ))}
    </td>
    <td>
      <ul class="symptoms">
        {symptoms.map((symptom) => (
          <li key={symptom}>{symptom.replaceAll("`", "")}</li>
        ))}
      </ul>
    </td>
  </tr>
);

/** Bars of the numbers of tasks on each level. */
const Levels = ({ counts }: { readonly counts: readonly number[] }): JSX.Element => {
  const most = Math.max(1, ...counts);
  return (
    <div class="levels" title={counts.map((count, i) => `difficulty ${i + 1}: ${count}`).join(", ")}>
      {counts.map((count, i) => (
        <i
          key={i}
          style={{ height: `${count === 0 ? 1 : 3 + Math.round((count / most) * 19)}px` }}
          class={`level ${count === 0 ? "none" : ""}`}
        >
          <span>{i + 1}</span>
        </i>
      ))}
    </div>
  );
};
