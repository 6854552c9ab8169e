import "@mantine/spotlight/styles.css";

import { Button, Modal, Text, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { query } from "@/api/query";
import { hasRole } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { signOut } from "@/features/core/shell/lazy/signOut";
import { common } from "@/text/core/common";
import { frame } from "@/text/core/frame";
import { palette } from "@/text/core/palette";
import { network } from "@/text/network/network";
import { useLastChannel } from "@/ui/picker/lastChannel";

import classes from "./CommandPalette.module.css";
import { operatorGroups } from "./operatorEntries";
import { type Found, type FoundGroup, numberIn, paletteOf, SEARCH_HELP } from "./paletteEntries";

const [store, spotlight] = createSpotlight();
const SHORTEST = 2;
const LONGEST = 100;
/** How many publishers are shown. */
const MOST = 5;
/** How many articles of help are shown. */
const ARTICLES = 3;
const DEBOUNCE = 150;

/** Ctrl-K: finds brands, orders and payments by number, links, channels, pages, actions and articles of help. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [sought, setSought] = useState("");
  const user = useUser();
  const siteId = useLastChannel(user.uid);
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const open = ({ link, act }: Pick<Found, "link" | "act">) => {
    if (link) void navigate(link);
    else if (act === "sign_out") signOut();
    else if (act) setColorScheme(act);
  };
  useEffect(() => spotlight.open(), []);
  const [keyword] = useDebouncedValue(sought.trim().slice(0, LONGEST), DEBOUNCE);
  const asked = numberIn(keyword);
  const wanted = sought.trim().length >= SHORTEST;
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/home/search", { attributes: { keyword: asked } }),
    enabled: asked.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const publishers = useQuery({
    ...query("/network/accounts", { filter: { keyword }, page: { perPage: MOST } }),
    enabled: hasRole(user, "operator") && keyword.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const help = useQuery({
    ...query("/home/help", { attributes: { keyword } }),
    enabled: keyword.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const groups = [
    ...operatorGroups(user, sought, (wanted && publishers.data?.list) || []),
    ...paletteOf(user, {
      sought,
      siteId,
      ...(wanted && { result: data, articles: help.data?.list.slice(0, ARTICLES) }),
    }),
  ];
  const [first] = groups;
  // New results can be above the selected entry.
  useEffect(selectFirst, [data, publishers.data, first?.label]);
  const searching = [isFetching, publishers.isFetching, help.isFetching].some(Boolean);
  const busy = wanted && (searching || keyword !== sought.trim());
  const failed = error ?? publishers.error;
  const nothing = !busy && !failed && !groups.some(isFound);
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
      maxHeight="min(440px, 60dvh)"
      scrollable
    >
      <VisuallyHidden>
        <Modal.Title>{frame.searchTitle}</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        name="search"
        autoComplete="off"
        placeholder={frame.searchHint}
        aria-label={frame.searchHint}
        leftSection={<IconSearch size={18} stroke={1.5} />}
      />
      <VisuallyHidden role="status">
        {busy ? palette.searching : ""}
        {nothing && frame.nothingFound}
      </VisuallyHidden>
      <Spotlight.ActionsList
        className={classes.list}
        aria-label={frame.searchTitle}
        aria-busy={busy}
      >
        {wanted && publishers.error && (
          <div className={classes.failed} role="alert">
            <Text size="sm">{network.searchFailed}</Text>
            <Button size="xs" variant="default" onClick={() => void publishers.refetch()}>
              {common.retry}
            </Button>
          </div>
        )}
        {error && wanted && (
          <div className={classes.failed} role="alert">
            <Text size="sm">{palette.failed}</Text>
            <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
              {common.retry}
            </Button>
          </div>
        )}
        {nothing && <Spotlight.Empty>{frame.nothingFound}</Spotlight.Empty>}
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label} className={classes.group}>
            {entries.map(({ icon: Icon, ...entry }) => (
              <Spotlight.Action
                key={`${entry.key} ${entry.act}`}
                label={entry.label}
                description={entry.description}
                classNames={{
                  action: classes.action,
                  actionBody: classes.body,
                  actionLabel: classes.name,
                  actionDescription: classes.found,
                }}
                leftSection={<Icon size={18} stroke={1.5} />}
                onClick={() => open(entry)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Whether a group has more than the entry that searches Help, which always matches. */
const isFound = ({ entries }: FoundGroup) => entries.some(({ key }) => key !== SEARCH_HELP);

/** Enter opens the first entry; the library selects it on typing, but not when an answer arrives. */
function selectFirst() {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector("[data-selected]")?.removeAttribute("data-selected");
  list?.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.setState({ ...store.getState(), selected: 0 });
}
