import { CloseButton, Stack, Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";

import type { Banner } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { announcements } from "@/text/home/announcements";
import { PathLink } from "@/ui/base/links";

import classes from "./Banners.module.css";

/** The network's banners; a dismissed one stays hidden in this browser. */
export function Banners({ banners }: { banners: Banner[] }) {
  const { uid } = useUser();
  const [hidden, setHidden] = useLocalStorage<number[]>({
    key: `hidden_banners_${uid}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const shown = banners.filter(({ id }) => !hidden.includes(id));
  if (shown.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label={announcements.banners}>
      {shown.map(({ id, title, text, link, link_label }) => (
        <div key={id} className={classes.banner}>
          <div className={classes.words}>
            <Text span fw={600}>
              {title}
            </Text>
            {text && <Text span>{text}</Text>}
            {link && (
              <PathLink path={link} fw={500} underline="always">
                {link_label}
              </PathLink>
            )}
          </div>
          <CloseButton
            size={32}
            aria-label={announcements.hide(title)}
            onClick={() => setHidden([...hidden, id])}
          />
        </div>
      ))}
    </Stack>
  );
}
