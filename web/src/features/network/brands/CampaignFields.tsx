import { Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus } from "@tabler/icons-react";
import { network } from "@/text/network/network";
import { Hint } from "@/ui/base/Hint";
import { OptionalLabel } from "@/ui/form/Field";
import { type BrandValues, campaignOf } from "./brandValues";

const LIST = "campaigns";

/** The fields of a brand's campaigns: days on which it sells unusually much. */
export function CampaignFields({ form }: { form: UseFormReturnType<BrandValues> }) {
  const { campaigns } = form.getValues();
  return (
    <Stack>
      <Hint>{network.campaignsHelp}</Hint>
      {campaigns.map(({ key }, index) => {
        const props = (field: string) => form.getInputProps(`${LIST}.${index}.${field}`);
        return (
          <Fieldset key={key} legend={network.campaign(index + 1)}>
            <Stack gap="sm">
              <SimpleGrid cols={2} spacing="sm">
                <TextInput label={network.campaignFrom} type="date" {...props("from")} />
                <TextInput label={network.campaignTo} type="date" {...props("to")} />
              </SimpleGrid>
              <TextInput
                label={<OptionalLabel>{network.campaignNote}</OptionalLabel>}
                {...props("note")}
              />
              <Group justify="flex-end">
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  onClick={() => form.removeListItem(LIST, index)}
                >
                  {network.removeCampaign}
                </Button>
              </Group>
            </Stack>
          </Fieldset>
        );
      })}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem(LIST, campaignOf())}
        >
          {network.addCampaign}
        </Button>
      </Group>
    </Stack>
  );
}
