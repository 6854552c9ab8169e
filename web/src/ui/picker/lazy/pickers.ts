/** Inputs with a list of options, which bring what floats and scrolls. */
export { Autocomplete, MultiSelect } from "@mantine/core";
export { Select } from "./Select";
