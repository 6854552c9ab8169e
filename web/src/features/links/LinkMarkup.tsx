import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { link as words } from "@/text/links/link";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { CopyButton } from "@/ui/form/CopyButton";
import { OptionalLabel } from "@/ui/form/Field";
import { linkHtml, placedUrl } from "./linkHtml";

const PLACEMENT_LENGTH = 100;
// One line is longer than any box: scrolled, it would be out of the keyboard's reach.
const WRAPPED = { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;

/** The link as HTML for a page, with its placement there, so that reports can tell both. */
export function LinkMarkup({ url, text }: { url: string; text: string }) {
  const [placement, setPlacement] = useState("");
  const placed = placedUrl(url, placement);
  const html = linkHtml(placed, text);
  return (
    <Stack gap="xs">
      <TextInput
        name="placement"
        label={<OptionalLabel>{words.placement}</OptionalLabel>}
        description={words.placementHelp}
        inputWrapperOrder={["label", "input", "description"]}
        maxLength={PLACEMENT_LENGTH}
        value={placement}
        onChange={({ currentTarget }) => setPlacement(currentTarget.value)}
      />
      <Text
        component="pre"
        ff="monospace"
        fz="xs"
        m={0}
        p="xs"
        bg="var(--mantine-color-default-hover)"
        style={WRAPPED}
      >
        {html}
      </Text>
      <Group gap="xs">
        <CopyButton value={html} label={words.copyHtml} />
        {placement.trim() && <CopyButton value={placed} label={words.copyPlaced} />}
      </Group>
      <Hint>
        {words.htmlHelp}{" "}
        <AnchorLink to="/help" search={{ article: "tracking-links" }} inherit underline="always">
          {words.htmlMore}
        </AnchorLink>
      </Hint>
    </Stack>
  );
}
