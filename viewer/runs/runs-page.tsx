import type { JSX } from "preact";
import type { PageProps } from "../app.tsx";
import { meanReturn } from "../matrix/build-matrix.ts";
import { ReturnTile } from "../parts/return-tile.tsx";
import { linkTo } from "../parts/route.ts";

/** Folders that were found, with sums of their episodes. */
export const RunsPage = ({ index: { runs, episodes } }: PageProps): JSX.Element => (
  <section class="runs-page scroll">
    <table class="plain">
      <thead>
        <tr>
          <th>run</th>
          <th>kind</th>
          <th>policies</th>
          <th class="number">episodes</th>
          <th class="number">succeeded</th>
          <th>mean return</th>
          <th>made by</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ index, name, kind, made, damaged }) => {
          const own = episodes.filter(({ run }) => run === index);
          const scored = own.filter((one) => one.return !== undefined);
          return (
            <tr key={index}>
              <td>
                <a href={linkTo("matrix", [], { run: runs.length > 1 ? name : "" })}>{name}</a>
                {damaged.map((what) => (
                  <div key={what} class="trouble">
                    {what}
                  </div>
                ))}
              </td>
              <td>{kind}</td>
              <td>{[...new Set(own.map(({ policy }) => policy))].join(", ")}</td>
              <td class="number">{own.length}</td>
              <td class="number">
                {scored.filter(({ success }) => success === true).length} of {scored.length}
              </td>
              <td>
                <ReturnTile value={meanReturn(own)} />
              </td>
              <td class="made">{made ?? ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);
