import type { JSX } from "preact";
import type { PageProps } from "../app.tsx";
import { usePolled } from "../parts/ask.ts";
import { minutesText, returnText } from "../parts/numbers.ts";
import { ReturnTile } from "../parts/return-tile.tsx";
import { linkTo } from "../parts/route.ts";
import { TaskName } from "../parts/task-name.tsx";
import type { LiveRow, LiveServer } from "../protocol.ts";
import { FollowedPage } from "./followed-page.tsx";
import { MinuteBars } from "./minute-bars.tsx";

/** Present state of the server: its slots, throughput and returns of the last hour, and the episodes that are open; or one of them as it goes. */
export const LivePage = ({ route: { path } }: PageProps): JSX.Element => {
  const [id] = path;
  return id === undefined ? <Overview /> : <FollowedPage key={id} id={id} />;
};

const Overview = (): JSX.Element => {
  const answer = usePolled<LiveServer>("api/live", OVERVIEW_MS);
  if (answer.kind === "failed") return <p class="trouble">{answer.reason}</p>;
  if (answer.kind === "waiting") return <p class="quiet">asking the server …</p>;
  const { slots, episodes, rows, minutes, backend, build } = answer.value;
  return (
    <section class="live-page">
      <dl class="figures">
        <Figure title="slots taken" value={`${slots.all - slots.free} of ${slots.all}`} />
        <Figure title="waiting" value={`${slots.waiting}`} />
        <Figure title="running" value={`${episodes.running}`} />
        <Figure title="ended, not closed" value={`${episodes.ended}`} />
        <LastHour minutes={minutes} />
        <Figure title="backend" value={backend} />
        <Figure title="build" value={build.replace(/^sha256:/, "").slice(0, 12)} />
      </dl>
      <MinuteBars minutes={minutes} />
      <div class="scroll">
        <Rows rows={rows} />
      </div>
    </section>
  );
};

const OVERVIEW_MS = 2_000;

const LastHour = ({ minutes }: Pick<LiveServer, "minutes">): JSX.Element => {
  const sum = (read: (minute: LiveServer["minutes"][number]) => number): number =>
    minutes.reduce((total, minute) => total + read(minute), 0);
  const scored = sum((minute) => minute.scored);
  return (
    <>
      <Figure title="ended in the last hour" value={`${sum(({ ended }) => ended)}`} />
      <Figure title="their mean return" value={returnText(scored === 0 ? undefined : sum(({ returns }) => returns) / scored)} />
      <Figure title="succeeded" value={scored === 0 ? "–" : `${Math.round((100 * sum(({ succeeded }) => succeeded)) / scored)} %`} />
    </>
  );
};

const Figure = ({ title, value }: { readonly title: string; readonly value: string }): JSX.Element => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
);

const Rows = ({ rows }: { readonly rows: readonly LiveRow[] }): JSX.Element => (
  <table class="plain">
    <thead>
      <tr>
        <th>state</th>
        <th>episode</th>
        <th>client</th>
        <th class="number">steps</th>
        <th>return</th>
        <th class="number" title="time of the world, minutes">
          world
        </th>
        <th class="number" title="since the reset, minutes">
          age
        </th>
        <th class="number" title="since the last call, minutes">
          idle
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
      {rows.length === 0 && (
        <tr>
          <td colSpan={8} class="quiet">
            no episode is open
          </td>
        </tr>
      )}
    </tbody>
  </table>
);

const Row = ({
  row: { id, state, task, seed, client, labels, steps, returnSoFar, virtualMs, ageMs, idleMs, ending },
}: RowProps): JSX.Element => {
  return (
    <tr>
      <td class={`state ${STATE_CLASSES[state]}`} title={ending?.endReason ?? ""}>
        {ending === undefined ? state.toLowerCase() : ending.success === true ? "succeeded" : ending.endReason.toLowerCase()}
      </td>
      <td class="task" title={task}>
        <a href={linkTo("live", [id])}>
          <TaskName uri={task} />
        </a>{" "}
        <span class="params">seed {seed}</span>
      </td>
      <td class="client">
        {client.replace(/^token:/, "")}
        {Object.entries(labels).map(([name, value]) => (
          <div key={name}>
            {name}={value}
          </div>
        ))}
      </td>
      <td class="number">{steps}</td>
      <td>
        <ReturnTile value={returnSoFar} />
      </td>
      <td class="number">{minutesText(virtualMs / 60_000)}</td>
      <td class="number">{minutesText(ageMs / 60_000)}</td>
      <td class="number">{minutesText(idleMs / 60_000)}</td>
    </tr>
  );
};

interface RowProps {
  readonly row: LiveRow;
}

const STATE_CLASSES: Readonly<Record<LiveRow["state"], string>> = {
  QUEUED: "warn",
  STARTING: "quiet",
  RUNNING: "",
  ENDED: "quiet",
};
