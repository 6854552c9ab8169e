import { Button, Group, Stack, Text, Textarea } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { brand as words } from "@/text/publisher/brand";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { DetailRow } from "@/ui/layout/DetailRow";
import { useChannel } from "@/ui/picker/useChannels";

import { type Applicant, useApply } from "./useApply";

const MESSAGE_LENGTH = 1_000;

export interface ApplicationFormProps {
  brands: Applicant[];
  siteId: number | undefined;
  onClose: (sent: boolean) => void;
}

/** An application that somebody will read: with which channel, and a message. */
export function ApplicationForm({ brands, siteId, onClose }: ApplicationFormProps) {
  const { uid } = useUser();
  const channel = useChannel(siteId);
  const { show } = useApply(siteId);
  const mcids = brands.map(({ mcid }) => mcid);
  const { form, submit, busy, failure } = useCallForm("/brands/apply", {
    initialValues: { message: "" },
    attributes: ({ message }) => ({ mcids, site_id: siteId, message: message.trim() }),
    draft: `application ${uid} ${siteId ?? ""} ${mcids.join(" ")}`,
    onSuccess: ({ list }) => {
      onClose(true);
      show(list, brands);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text>{words.reviewedHelp}</Text>
        {channel.oneOfSeveral && <DetailRow name={words.channel}>{channel.name}</DetailRow>}
        <Textarea
          label={<OptionalLabel>{words.message}</OptionalLabel>}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={MESSAGE_LENGTH}
          data-autofocus
          {...withHelp(words.messageHelp, form.errors.message)}
          {...form.getInputProps("message")}
        />
        <FormNote text={failure} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" disabled={busy} onClick={() => onClose(false)}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {words.sendApplication}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
