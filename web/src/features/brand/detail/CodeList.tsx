import { Code, Group } from "@mantine/core";

/** Short literal words, such as domains, side by side. */
export function CodeList({ list }: { list: string[] }) {
  return (
    <Group gap={4}>
      {list.map((word) => (
        <Code key={word} fz="xs">
          {word}
        </Code>
      ))}
    </Group>
  );
}
