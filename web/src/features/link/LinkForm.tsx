import { Button, Collapse, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { FormErrors, UseFormReturnType } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Data } from "@/api/call";
import { useCallForm } from "@/api/form/useCallForm";
import { SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/useUser";
import { link as words } from "@/text/publisher/link";
import { OptionalLabel, withHelp } from "@/ui/form/Field";

import { BrandSelect } from "./BrandSelect";
import { EMPTY, FIELD_BY_CODE, LABELS, type LinkValues, toAttributes } from "./linkValues";
import { targetError } from "./targetError";

const ALL_CHANNELS = { page: { curPage: 1, perPage: 1_000 } };

export interface LinkFormProps {
  /** Set if the page is about one brand, which then cannot be changed. */
  fixed?: boolean;
  mcid?: string;
  target?: string;
  onMade: (made: Data<"/tools/link_code">) => void;
}

const infoOf = (mcid: string) => query("/brands/info", { attributes: { mcid } });

/** Makes a tracking link. */
export function LinkForm({ fixed, mcid, target, onMade }: LinkFormProps) {
  const user = useUser();
  const client = useQueryClient();
  const targetErrors = ({ mcid, target_url }: LinkValues): FormErrors => {
    const known = mcid && client.getQueryData(infoOf(mcid).queryKey);
    const why = known && target_url.trim() && targetError(target_url.trim(), known);
    return why ? { target_url: why } : {};
  };
  const { form, submit, busy } = useCallForm("/tools/link_code", {
    initialValues: {
      ...EMPTY,
      mcid: mcid ?? null,
      target_url: target ?? "",
      site_id: user.default_site ? String(user.default_site.id) : null,
    } as LinkValues,
    draft: `link ${user.uid} ${mcid ?? ""} ${target ?? ""}`,
    attributes: toAttributes,
    check: (values) => ({
      ...(values.mcid ? {} : { mcid: words.brandHint }),
      ...targetErrors(values),
    }),
    fieldByCode: FIELD_BY_CODE,
    refresh: ["/tools/links"],
    onSuccess: (made) => {
      // The path is taken now: the next link needs another one.
      form.setFieldValue("path", "");
      onMade(made);
    },
  });
  const values = form.getValues();
  const chosen = values.mcid;
  const [opened, setOpened] = useState<boolean | null>(null);
  const more = opened ?? LABELS.slice(1).some((label) => values[label]);
  const { data: brand } = useQuery({ ...infoOf(chosen ?? ""), enabled: Boolean(chosen) });
  const channels = useQuery(query("/site/list", ALL_CHANNELS));
  useShopAsDefaultTarget(form, brand?.site_url);
  const targetHelp = brand
    ? brand.deep_link
      ? words.targetHelp(brand.site_url)
      : words.homeOnly(brand.name)
    : words.targetAny;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {!fixed && (
          <BrandSelect
            label={words.brand}
            placeholder={words.brandHint}
            name={brand?.name}
            {...form.getInputProps("mcid")}
          />
        )}
        <TextInput
          label={words.target}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={brand?.site_url}
          {...withHelp(targetHelp, form.errors.target_url)}
          {...form.getInputProps("target_url")}
          onBlur={() => form.setErrors({ ...form.errors, ...targetErrors(form.getValues()) })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            label={words.channel}
            comboboxProps={{ withinPortal: false }}
            allowDeselect={false}
            data={(channels.data?.list ?? []).map(({ id, name, status }) => ({
              value: String(id),
              label: status === SITE_STATUS_APPROVED ? name : words.notApproved(name),
            }))}
            {...form.getInputProps("site_id")}
          />
          <TextInput
            label={<OptionalLabel>{words.firstLabel}</OptionalLabel>}
            autoComplete="off"
            {...withHelp(words.firstLabelHelp, form.errors.uid1)}
            {...form.getInputProps("uid1")}
          />
        </SimpleGrid>
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            ml={-8}
            aria-expanded={more}
            onClick={() => setOpened(!more)}
          >
            {more ? words.fewerLabels : words.moreLabels}
          </Button>
          <Collapse expanded={more}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" pt="xs">
              {LABELS.slice(1).map((label, place) => (
                <TextInput
                  key={label}
                  label={<OptionalLabel>{words.label(place + 2)}</OptionalLabel>}
                  autoComplete="off"
                  {...form.getInputProps(label)}
                />
              ))}
            </SimpleGrid>
          </Collapse>
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={<OptionalLabel>{words.path}</OptionalLabel>}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...withHelp(words.pathHelp, form.errors.path)}
            {...form.getInputProps("path")}
          />
          <TextInput
            label={<OptionalLabel>{words.note}</OptionalLabel>}
            autoComplete="off"
            {...withHelp(words.noteHelp, form.errors.note)}
            {...form.getInputProps("note")}
          />
        </SimpleGrid>
        <div>
          <Button type="submit" loading={busy}>
            {words.make}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The brand's website is the target until another one is entered. */
function useShopAsDefaultTarget(form: UseFormReturnType<LinkValues>, shop: string | undefined) {
  const before = useRef("");
  useEffect(() => {
    if (!shop || shop === before.current) return;
    const typed = form.getValues().target_url;
    if (!typed || typed === before.current) form.setFieldValue("target_url", shop);
    before.current = shop;
  }, [shop, form.getValues, form.setFieldValue]);
}
