import { Anchor, Box, NativeSelect, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiItem } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { api as words } from "@/text/accounts/api";
import { shell } from "@/text/core/shell";
import { AnchorLink } from "@/ui/base/links";
import classes from "./ApiLayout.module.css";
import { addressOf, isAt, menuQuery } from "./apiPages";

const TOKENS = "/tools/apis/tokens";

/** The menu of the API's pages beside one of them; a phone has a list to pick from above it. */
export function ApiLayout({ children }: { children: ReactNode }) {
  const items = useQuery(query(...menuQuery)).data?.filter(({ is_hidden }) => !is_hidden) ?? [];
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const navigate = useNavigate();
  const mayMake = hasPermission(useUser(), "token.edit");
  const here = items.find((item) => isAt(path, item));
  const [keyword, setKeyword] = useState("");
  const groups = groupsOf(items);
  const found = groupsOf(items.filter((item) => matches(item, keyword)));
  return (
    <Box className={classes.layout}>
      <nav className={classes.menu} aria-label={words.navigation}>
        <ul className={classes.group}>
          {mayMake && <Entry to={TOKENS} label={shell.apiTokens} active={path === TOKENS} />}
          <li>
            <Anchor href="/openapi.json" download underline="hover" className={classes.entry}>
              {words.openapi}
            </Anchor>
          </li>
          <li>
            <Anchor href="/asyncapi.json" download underline="hover" className={classes.entry}>
              {words.asyncapi}
            </Anchor>
          </li>
        </ul>
        <TextInput
          type="search"
          name="search"
          size="xs"
          mb="md"
          aria-label={words.search}
          placeholder={words.search}
          value={keyword}
          onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
        />
        {found.length === 0 && (
          <Text size="sm" px={8} aria-live="polite">
            {words.noneFound}
          </Text>
        )}
        {found.map(([label, entries]) => (
          <Box key={label}>
            <Text size="xs" fw={500} c="dimmed" px={8} pb={4}>
              {label}
            </Text>
            <ul className={classes.group}>
              {entries.map((item) => (
                <Entry
                  key={item.id}
                  to={addressOf(item)}
                  label={item.name}
                  summary={item.summary}
                  active={isAt(path, item)}
                />
              ))}
            </ul>
          </Box>
        ))}
      </nav>
      <NativeSelect
        className={classes.pick}
        label={words.pick}
        value={here ? addressOf(here) : path}
        onChange={({ currentTarget }) => void navigate({ to: currentTarget.value })}
        data={[
          ...(mayMake ? [{ value: TOKENS, label: shell.apiTokens }] : []),
          ...groups.map(([group, entries]) => ({
            group,
            items: entries.map((item) => ({ value: addressOf(item), label: item.name })),
          })),
        ]}
      />
      <Box miw={0}>{children}</Box>
    </Box>
  );
}

interface EntryProps {
  to: string;
  label: string;
  /** What a call does, in a line. */
  summary?: string | null;
  active: boolean;
}

function Entry({ to, label, summary, active }: EntryProps) {
  return (
    <li>
      <AnchorLink
        to={to}
        underline="hover"
        className={classes.entry}
        data-active={active}
        aria-current={active ? "page" : undefined}
      >
        {label}
        {summary && (
          <Text span display="block" size="xs" c="dimmed" fw={400} title={summary} truncate>
            {summary}
          </Text>
        )}
      </AnchorLink>
    </li>
  );
}

const GUIDE = 1;

const NETWORK = "network";

/** The menu: the guides, then the calls by the first segment of their paths, those of the network's staff last. */
export function groupsOf(items: ApiItem[]): Array<[string, ApiItem[]]> {
  const groups = new Map<string, ApiItem[]>();
  for (const item of items) {
    const segment = item.name.split("/")[1] ?? "";
    const label =
      item.type === GUIDE
        ? words.guides
        : segment === NETWORK
          ? words.networkCalls
          : words.callsOf(segment);
    groups.set(label, [...(groups.get(label) ?? []), item]);
  }
  const network = groups.get(words.networkCalls);
  groups.delete(words.networkCalls);
  return network ? [...groups, [words.networkCalls, network]] : [...groups];
}

/** Whether a page's name and summary contain every typed word. */
export const matches = ({ name, summary }: Pick<ApiItem, "name" | "summary">, keyword: string) => {
  const text = `${name} ${summary ?? ""}`.toLowerCase();
  return keyword
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
