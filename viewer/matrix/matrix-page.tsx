import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { PageProps } from "../app.tsx";
import { returnText } from "../parts/numbers.ts";
import { ReturnTile, returnClass, returnStyle } from "../parts/return-tile.tsx";
import { linkTo, replaceQuery } from "../parts/route.ts";
import { TaskName } from "../parts/task-name.tsx";
import { useKeys } from "../parts/use-keys.ts";
import type { EpisodeRow } from "../protocol.ts";
import { buildMatrix, COLUMNS, type Matrix, type MatrixRow, meanReturn, ORDERS } from "./build-matrix.ts";
import { FilterBar } from "./filter-bar.tsx";
import { filterEpisodes } from "./filters.ts";

/** Matrix of returns: a row for each task, a column for each policy or seed, a tile for each episode. */
export const MatrixPage = ({ index, route }: PageProps): JSX.Element => {
  const { query } = route;
  const episodes = useMemo(() => filterEpisodes(index.episodes, index.runs, query), [index, query]);
  const matrix = useMemo(
    () =>
      buildMatrix(episodes, index.runs, {
        columns: COLUMNS.find((one) => one === query["columns"]) ?? COLUMNS[0],
        order: ORDERS.find((one) => one === query["order"]) ?? ORDERS[0],
      }),
    [episodes, index, query],
  );
  const [place, setPlace] = useState({ row: 0, tile: 0 });
  useMatrixKeys(matrix, place, setPlace);
  const table = useMemo(() => <MatrixTable matrix={matrix} />, [matrix]);
  useEffect(() => showPlace(place), [place, table]);
  return (
    <section class="matrix-page">
      <FilterBar index={index} chosen={query} choose={(name, value) => replaceQuery(route, { ...query, [name]: value })} />
      <Summary episodes={episodes} />
      <div class="scroll">{table}</div>
    </section>
  );
};

const Summary = ({ episodes }: { readonly episodes: readonly EpisodeRow[] }): JSX.Element => {
  const tasks = new Set(episodes.map(({ task }) => task)).size;
  const scored = episodes.filter((one) => one.return !== undefined);
  const won = scored.filter(({ success }) => success === true).length;
  return (
    <p class="quiet">
      {episodes.length} episodes of {tasks} tasks
      {scored.length > 0 && `, mean return ${returnText(meanReturn(episodes))}, ${won} of ${scored.length} succeeded`}
      {scored.length < episodes.length && `, ${episodes.length - scored.length} without a valid score`}
    </p>
  );
};

const MatrixTable = ({ matrix: { columns, rows } }: { readonly matrix: Matrix }): JSX.Element => (
  <table class="matrix">
    <thead>
      <tr>
        <th class="task">task</th>
        <th class="number" title="difficulty, 1 to 5">
          diff.
        </th>
        <th class="number" title="distance of the best column's mean return from the worst's">
          spread
        </th>
        {columns.map((name) => (
          <th key={name}>{name}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, i) => (
        <TaskRow key={row.key} row={row} number={i} columns={columns} />
      ))}
    </tbody>
  </table>
);

const TaskRow = ({
  row: { task, policy, difficulty, cells, spread },
  number,
  columns,
}: {
  readonly row: MatrixRow;
  readonly number: number;
  readonly columns: readonly string[];
}): JSX.Element => (
  <tr data-row={number}>
    <th class="task" title={task}>
      <TaskName uri={task} />
      {policy !== undefined && <span class="policy"> {policy}</span>}
    </th>
    <td class="number">{difficulty ?? ""}</td>
    <td class="number">{spread.toFixed(2)}</td>
    {columns.map((column) => (
      <td key={column}>
        <div class="tiles">
          {(cells.get(column) ?? []).map((episode) => (
            <EpisodeTile key={episode.key} episode={episode} />
          ))}
        </div>
      </td>
    ))}
  </tr>
);

const EpisodeTile = ({ episode }: { readonly episode: EpisodeRow }): JSX.Element => {
  if (episode.id === undefined) return <ReturnTile value={episode.return} />;
  const { key, policy, seed, end, steps, success, return: total } = episode;
  return (
    <a
      class={`tile ${returnClass(total)} ${success === true ? "won" : ""}`}
      style={returnStyle(total)}
      href={linkTo("episode", [key])}
      title={`${policy}, seed ${seed}: ${end}, ${steps} steps${success === true ? ", success" : ""}`}
    >
      {returnText(total)}
    </a>
  );
};

interface Place {
  readonly row: number;
  readonly tile: number;
}

const useMatrixKeys = ({ rows, columns }: Matrix, place: Place, setPlace: (next: (place: Place) => Place) => void): void => {
  const tilesOf = (row: number): readonly EpisodeRow[] =>
    columns.flatMap((column) => rows[row]?.cells.get(column) ?? []).filter(({ id }) => id !== undefined);
  // Keys may come faster than the page is drawn, so that they count from the latest place.
  const go = (rowsOn: number, tilesOn: number): void =>
    setPlace(({ row, tile }) => {
      const next = Math.max(0, Math.min(rows.length - 1, row + rowsOn));
      return { row: next, tile: Math.max(0, Math.min(tilesOf(next).length - 1, tile + tilesOn)) };
    });
  const down = (): void => go(1, 0);
  const up = (): void => go(-1, 0);
  useKeys({
    j: down,
    ArrowDown: down,
    k: up,
    ArrowUp: up,
    ArrowRight: () => go(0, 1),
    ArrowLeft: () => go(0, -1),
    Enter: () => {
      const episode = tilesOf(place.row)[place.tile];
      if (episode !== undefined) location.hash = linkTo("episode", [episode.key]);
    },
    c: () => {
      const episodes = tilesOf(place.row);
      const { seed } = episodes[place.tile] ?? {};
      location.hash = linkTo("compare", [
        episodes
          .filter((one) => one.seed === seed)
          .map(({ key }) => key)
          .join(","),
      ]);
    },
    "/": () => document.getElementById("text")?.focus(),
  });
};

/** Marks the place in the table as it is, since drawing a thousand tiles for each key would be felt. */
const showPlace = ({ row, tile }: Place): void => {
  for (const old of document.querySelectorAll(".matrix .place")) old.classList.remove("place");
  const line = document.querySelector(`.matrix tr[data-row="${row}"]`);
  line?.classList.add("place");
  line?.querySelectorAll("a.tile")[tile]?.classList.add("place");
  line?.scrollIntoView({ block: "nearest" });
};
