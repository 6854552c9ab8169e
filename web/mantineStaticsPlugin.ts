import type { Plugin } from "vite";

/** The statics that no screen uses, by the file that sets them: with them, each button would bring its group. */
const UNUSED: Record<string, string[]> = {
  "Button/Button": ["Button.Group", "Button.GroupSection"],
  "ActionIcon/ActionIcon": ["ActionIcon.Group", "ActionIcon.GroupSection"],
  "Checkbox/Checkbox": ["Checkbox.Group", "Checkbox.Indicator", "Checkbox.Card"],
};
const COMPONENT = /@mantine\/core\/esm\/components\/(\w+\/\w+)\.mjs$/;
/** What a developer's tools call a component; Card and EmptyState look for their parts by it, too. */
const DISPLAY_NAME = /^(?!CardSection|EmptyState)\w+\.displayName = "@mantine\/core\/\w+";$/m;

/** Takes statics out of Mantine's components, which can still be imported by their own names (`CheckboxGroup`). */
export function mantineStaticsPlugin(): Plugin {
  return {
    name: "mantine-statics",
    apply: "build",
    transform: {
      filter: { id: COMPONENT },
      handler: (code, id) => {
        const names = UNUSED[COMPONENT.exec(id)?.[1] ?? ""] ?? [];
        return { code: names.reduce(withoutStatic, code).replace(DISPLAY_NAME, ""), map: null };
      },
    },
  };
}

function withoutStatic(code: string, name: string): string {
  const line = new RegExp(`^${name.replace(".", "\\.")} = \\w+;$`, "m");
  if (!line.test(code)) throw new Error(`Mantine does not set ${name} any more`);
  return code.replace(line, "");
}
