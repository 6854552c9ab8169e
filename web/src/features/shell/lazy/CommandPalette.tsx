import "@mantine/spotlight/styles.css";

import { Modal, VisuallyHidden } from "@mantine/core";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { useUser } from "@/api/useUser";
import classes from "@/features/shell/Header.module.css";
import { menuOf } from "@/features/shell/menu";
import { shell } from "@/text/core/shell";

const [store, spotlight] = createSpotlight();

/** Ctrl-K: finds pages by name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [sought, setSought] = useState("");
  const user = useUser();
  const navigate = useNavigate();
  useEffect(() => spotlight.open(), []);
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = menuOf(user)
    .flatMap(({ label: group, entries }) => entries.map((entry) => ({ ...entry, group })))
    .filter(({ label, group = "" }) =>
      words.every((word) => `${label} ${group}`.toLowerCase().includes(word)),
    );
  return (
    <Spotlight.Root
      store={store}
      query={sought}
      onQueryChange={setSought}
      onSpotlightClose={onClose}
      shortcut={null}
      size={560}
      centered={false}
      overlayProps={{ blur: 0 }}
      maxHeight={400}
      scrollable
    >
      <VisuallyHidden>
        <Modal.Title>{shell.searchTitle}</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        placeholder={shell.searchHint}
        aria-label={shell.searchHint}
        leftSection={<IconSearch size={18} stroke={1.5} />}
      />
      <Spotlight.ActionsList aria-label={shell.searchTitle}>
        {found.map(({ label, group, icon: Icon, link }) => (
          <Spotlight.Action
            key={label}
            label={label}
            description={group}
            classNames={{ action: classes.action, actionDescription: classes.found }}
            leftSection={<Icon size={18} stroke={1.5} />}
            onClick={() => void navigate(link)}
          />
        ))}
        {found.length === 0 && <Spotlight.Empty>{shell.nothingFound}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
