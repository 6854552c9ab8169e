/** Mantine's inputs with a list of options, which bring what floats and scrolls. */
export { Autocomplete, MultiSelect, Select } from "@mantine/core";
