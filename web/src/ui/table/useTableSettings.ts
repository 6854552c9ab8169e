import { useLocalStorage } from "@mantine/hooks";

export type Density = "comfortable" | "compact";

/** The row height of all tables, and the hidden columns of this one; both are kept in the browser. */
export function useTableSettings(name: string, hiddenByDefault: string[]) {
  const [density, setDensity] = useLocalStorage<Density>({
    key: "table_density",
    defaultValue: "comfortable",
    getInitialValueInEffect: false,
  });
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `table_columns_${name}`,
    defaultValue: hiddenByDefault,
    getInitialValueInEffect: false,
  });
  return { density, setDensity, hidden, setHidden };
}
