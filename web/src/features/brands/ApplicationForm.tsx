import { Checkbox, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import { SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import { useUser } from "@/api/user/useUser";
import { brand as words } from "@/text/brands/brand";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { DetailRow } from "@/ui/layout/DetailRow";
import { useChannel, useChannels } from "@/ui/picker/useChannels";

import { type Applicant, useApply } from "./useApply";

const MESSAGE_LENGTH = 1_000;
const CHANNELS_AT_ONCE = 20;

export interface ApplicationFormProps {
  brands: Applicant[];
  siteId: number | undefined;
  /** The other channels that are preselected to apply too. */
  also?: number[];
  onClose: (sent: boolean) => void;
}

/** An application that the network reviews: its channel, and a message. */
export function ApplicationForm({ brands, siteId, also = [], onClose }: ApplicationFormProps) {
  const { uid } = useUser();
  const channel = useChannel(siteId);
  const { show } = useApply(siteId);
  const [others, setOthers] = useState(also);
  const first = channel.id;
  const further = useChannels().filter(
    ({ id, status }) => id !== first && status === SITE_STATUS_APPROVED,
  );
  const mcids = brands.map(({ mcid }) => mcid);
  const { form, ...sending } = useCallForm("/brands/apply", {
    initialValues: { message: "" },
    attributes: ({ message }) => ({
      mcids,
      ...(first && others.length > 0 ? { site_ids: [first, ...others] } : { site_id: siteId }),
      message: message.trim(),
    }),
    draft: `application ${uid} ${siteId ?? ""} ${mcids.join(" ")}`,
    onSuccess: ({ list }) => {
      onClose(true);
      show(list, brands);
    },
  });
  const field = fieldsOf(form);
  return (
    <Form {...sending} save={words.sendApplication} onCancel={() => onClose(false)}>
      <Text>{words.reviewedHelp}</Text>
      {channel.oneOfSeveral && <DetailRow name={words.channel}>{channel.name}</DetailRow>}
      {channel.approved && further.length > 0 && (
        <Stack gap="xs" component="fieldset" m={0} p={0} style={{ border: 0 }}>
          <Text component="legend" size="sm" fw={500} p={0} pb={4}>
            {words.alsoWith}
          </Text>
          {further.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={others.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                setOthers(checked ? [...others, id] : others.filter((other) => other !== id))
              }
              disabled={!others.includes(id) && others.length + 1 >= CHANNELS_AT_ONCE}
            />
          ))}
        </Stack>
      )}
      <Textarea
        {...field.optional("message", words.message, words.messageHelp)}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={MESSAGE_LENGTH}
        data-autofocus
      />
    </Form>
  );
}
