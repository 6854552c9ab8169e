import type { Plugin } from "vite";

/** The statics that no screen uses, by the file that sets them: with them, each button would bring its group. */
const UNUSED: Record<string, string[]> = {
  "Button/Button": ["Button.Group", "Button.GroupSection"],
  "ActionIcon/ActionIcon": ["ActionIcon.Group", "ActionIcon.GroupSection"],
  "Checkbox/Checkbox": ["Checkbox.Group", "Checkbox.Indicator", "Checkbox.Card"],
};
/** Colours that no screen uses and those that theme.ts gives anew; transitions that no screen uses, nor Mantine itself. */
const UNUSED_ENTRIES: Record<string, string[]> = {
  "default-colors": ["grape", "violet", "cyan", "green", "orange", "indigo", "dark", "gray"],
  transitions: [
    ...["scale", "scale-x", "scale-y", "skew-up", "skew-down", "rotate-left", "rotate-right"],
    ...["fade-up", "fade-left", "fade-right"],
  ],
};
const LISTS = /\/(default-colors|transitions)\.mjs$/;
const COMPONENT = /@mantine\/core\/esm\/components\/(\w+\/\w+)\.mjs$/;
/** What a developer's tools call a component; Card and EmptyState look for their parts by it, too. */
const DISPLAY_NAME = /^(?!CardSection|EmptyState)\w+\.displayName = "@mantine\/core\/\w+";$/m;

/**
 * Takes out of Mantine what nothing here uses: colours, transitions, and statics of its components, which can still be
 * imported by their own names (`CheckboxGroup`).
 */
export function mantineStaticsPlugin(): Plugin {
  return {
    name: "mantine-statics",
    apply: "build",
    transform: {
      filter: { id: [COMPONENT, LISTS] },
      handler: (code, id) => {
        const entries = UNUSED_ENTRIES[LISTS.exec(id)?.[1] ?? ""];
        if (entries) return { code: entries.reduce(withoutEntry, code), map: null };
        const names = UNUSED[COMPONENT.exec(id)?.[1] ?? ""] ?? [];
        return { code: names.reduce(withoutStatic, code).replace(DISPLAY_NAME, ""), map: null };
      },
    },
  };
}

function withoutEntry(code: string, name: string): string {
  const entry = new RegExp(`^\\t"?${name}"?: [[{]\\n[\\s\\S]*?^\\t[\\]}],?\\n`, "m");
  if (!entry.test(code)) throw new Error(`Mantine has no ${name} any more`);
  return code.replace(entry, "");
}

function withoutStatic(code: string, name: string): string {
  const line = new RegExp(`^${name.replace(".", "\\.")} = \\w+;$`, "m");
  if (!line.test(code)) throw new Error(`Mantine does not set ${name} any more`);
  return code.replace(line, "");
}
