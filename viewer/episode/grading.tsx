import type { JSX } from "preact";
import { returnText } from "../parts/numbers.ts";
import { claimOf, type RecordedEpisode, type Verdicts } from "./recorded.ts";

/** Judgement of an episode: components of the return, truth beside claim, conditions with their evidence, damage. */
export const Grading = ({ episode }: { readonly episode: RecordedEpisode }): JSX.Element => {
  const { verdicts, ending, components } = episode;
  const damage = components["collateral"]?.detail;
  return (
    <div class="grading">
      {ending?.failure_reason !== undefined && <p class="trouble">{ending.failure_reason}</p>}
      <Components components={components} />
      {verdicts === undefined ? (
        <p class="quiet">The record holds no verdicts: whoever wrote it may not see answers.</p>
      ) : (
        <>
          <TruthAndClaim episode={episode} truth={verdicts.truth ?? []} />
          <Conditions checks={verdicts.checks ?? []} />
        </>
      )}
      <h4>Damage</h4>
      <p class={damage === undefined ? "quiet" : "bad"}>{damage ?? "none beyond the repair"}</p>
    </div>
  );
};

const Components = ({ components }: Pick<RecordedEpisode, "components">): JSX.Element => (
  <table class="plain">
    <thead>
      <tr>
        <th>component</th>
        <th class="number">value</th>
        <th class="number">weight</th>
        <th class="number">pays</th>
        <th>because</th>
      </tr>
    </thead>
    <tbody>
      {Object.entries(components).map(([name, { value, weight, contribution, status, detail = "" }]) => (
        <tr key={name}>
          <td>{name}</td>
          <td class="number">{status === "SCORED" ? returnText(value) : status.toLowerCase()}</td>
          <td class="number">{returnText(weight)}</td>
          <td class="number">{returnText(contribution)}</td>
          {/* The conditions below say it one by one. */}
          <td>{detail.startsWith("violated: ") ? "conditions below do not hold" : detail}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const TruthAndClaim = ({
  episode,
  truth,
}: {
  readonly episode: RecordedEpisode;
  readonly truth: NonNullable<Verdicts["truth"]>;
}): JSX.Element => {
  const claim = claimOf(episode);
  const claimed = new Set(claim?.map(({ resource }) => String(resource)));
  const guilty = new Set(truth.map(({ resource }) => resource));
  return (
    <div class="sides">
      <div>
        <h4>Truth</h4>
        {truth.length === 0 && <p>nothing is wrong</p>}
        {truth.map(({ resource, faultType, catalogueType }) => (
          <p key={resource + faultType}>
            <b class={claimed.has(resource) ? "good" : ""}>{resource}</b> {faultType}
            {catalogueType !== undefined && catalogueType !== faultType && <span class="quiet"> ({catalogueType})</span>}
          </p>
        ))}
      </div>
      <div>
        <h4>Claim</h4>
        {claim === undefined && <p class="quiet">no diagnosis was submitted</p>}
        {claim?.length === 0 && <p>nothing is wrong</p>}
        {claim?.map(({ resource, fault_type }, i) => (
          <p key={i}>
            <b class={guilty.has(String(resource)) ? "good" : "bad"}>{String(resource)}</b>{" "}
            {fault_type === undefined ? "" : String(fault_type)}
          </p>
        ))}
      </div>
    </div>
  );
};

const Conditions = ({ checks }: { readonly checks: NonNullable<Verdicts["checks"]> }): JSX.Element => (
  <table class="plain">
    <thead>
      <tr>
        <th />
        <th>condition</th>
        <th>evidence</th>
        <th class="number">weight</th>
      </tr>
    </thead>
    <tbody>
      {checks
        .toSorted((a, b) => Number(a.held ?? false) - Number(b.held ?? false))
        .map(({ name, group = "", held, evidence = "", weight }) => (
          <tr key={`${group}/${name}`}>
            <td class={held === true ? "good" : "bad"}>{held === true ? "✓" : "✗"}</td>
            <td title={group}>{name}</td>
            <td>{evidence}</td>
            <td class="number">{weight}</td>
          </tr>
        ))}
    </tbody>
  </table>
);
