import type { JSX } from "preact";
import type { Index } from "../protocol.ts";
import { COLUMNS, ORDERS } from "./build-matrix.ts";
import { choicesOf, FILTERS } from "./filters.ts";

interface FilterBarProps {
  readonly index: Index;
  readonly chosen: Readonly<Record<string, string>>;
  readonly choose: (name: string, value: string) => void;
}

/** Fields that choose episodes and their arrangement; what is chosen is in the address. */
export const FilterBar = ({ index: { episodes, runs }, chosen, choose }: FilterBarProps): JSX.Element => (
  <div class="filters">
    <input
      id="text"
      type="search"
      placeholder="/ task, policy, seed"
      value={chosen["text"] ?? ""}
      onInput={({ currentTarget }) => choose("text", currentTarget.value)}
    />
    {FILTERS.map((filter) => {
      const choices = choicesOf(filter, episodes, runs);
      return choices.length < 2 && (chosen[filter.name] ?? "") === "" ? null : (
        <select
          key={filter.name}
          aria-label={filter.title}
          class={(chosen[filter.name] ?? "") === "" ? "" : "chosen"}
          value={chosen[filter.name] ?? ""}
          onChange={({ currentTarget }) => choose(filter.name, currentTarget.value)}
        >
          <option value="">{filter.title}</option>
          {choices.map(([value, count]) => (
            <option key={value} value={value}>
              {value} ({count})
            </option>
          ))}
        </select>
      );
    })}
    <span class="grow" />
    <Choice label="columns:" values={COLUMNS} value={chosen["columns"]} choose={(value) => choose("columns", value)} />
    <Choice label="order:" values={ORDERS} value={chosen["order"]} choose={(value) => choose("order", value)} />
  </div>
);

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string | undefined;
  readonly choose: (value: string) => void;
}

const Choice = ({ label, values, value, choose }: ChoiceProps): JSX.Element => (
  <select aria-label={label} title={label} value={value ?? values[0] ?? ""} onChange={({ currentTarget }) => choose(currentTarget.value)}>
    {values.map((one) => (
      <option key={one} value={one}>
        {label} {one}
      </option>
    ))}
  </select>
);
