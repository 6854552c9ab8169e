import { Button, Collapse, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { FormErrors, UseFormReturnType } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { type Data, Refusal } from "@/api/call";
import { clearDraft, readDraft } from "@/api/form/formDraft";
import { fullUrl } from "@/api/form/fullUrl";
import { useCallForm } from "@/api/form/useCallForm";
import { RELATIONSHIP_NOT_APPROVED, TRACK_INVALID, TRACK_USED } from "@/api/gen/codes.gen";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { BrandInfo } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import {
  EMPTY,
  FIELD_BY_CODE,
  LABELS,
  type LinkValues,
  linkLabels,
  toAttributes,
} from "@/features/links/edit/linkValues";
import { link as words } from "@/text/links/link";
import { countryName } from "@/ui/base/format";
import { loadable } from "@/ui/base/loadable";
import { fieldsOf, OptionalLabel } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { ChannelBrandSelect } from "@/ui/picker/ChannelBrandSelect";
import { channelLabel } from "@/ui/picker/ChannelSwitch";
import { LazySelect } from "@/ui/picker/LazySelect";
import { rememberChannel } from "@/ui/picker/lastChannel";
import { useChannelCount, useChannels } from "@/ui/picker/useChannels";
import { CouponSelect } from "./edit/CouponSelect";
import { targetError } from "./targetError";

/** Loaded separately, because of the error texts that it needs. */
const LinkPreflight = loadable(() =>
  import("./LinkPreflight").then(({ LinkPreflight }) => LinkPreflight),
);

/** Milliseconds after the last letter of a page. */
const DEBOUNCE = 400;

export interface LinkFormProps {
  /** Set if the page is about one brand and one channel, which then cannot be changed here. */
  fixed?: boolean;
  mcid?: string;
  target?: string;
  /** The channel that promotes, as the URL has it; the default one if absent. */
  siteId?: number;
  /** Puts another channel in the URL. */
  onChannel?: (siteId: number | undefined) => void;
  /** Shown below a brand that the channel has not joined; it disables the button. */
  application?: (brand: BrandInfo, siteId: number | undefined) => ReactNode;
  onMade: (made: Data<"/tools/link_code">) => void;
  /** After an attempt from which no link came: the one before is not its outcome. */
  onFailed: () => void;
}

export const infoOf = (mcid: string, site_id: number | undefined) =>
  query("/brands/info", { attributes: { mcid, site_id } });

/** Makes a tracking link. */
export function LinkForm(props: LinkFormProps) {
  const { fixed, mcid, target, siteId, onChannel, application, onMade, onFailed } = props;
  const user = useUser();
  const client = useQueryClient();
  const channels = useChannels();
  const usual = user.default_site?.id;
  const several = useChannelCount() > 1 && !fixed;
  const channel = String(siteId ?? usual ?? "");
  const brandOf = (values: LinkValues) =>
    values.mcid ? client.getQueryData(infoOf(values.mcid, siteId).queryKey) : undefined;
  const targetErrors = (values: LinkValues): FormErrors => {
    const target = fullUrl(values.target_url);
    const known = brandOf(values);
    const why = known && target && targetError(target, known);
    return why ? { target_url: why } : {};
  };
  /** The values of the last link, whose warnings are shown with the link itself. */
  const [madeOf, setMadeOf] = useState("");
  const { form, submit, busy, failure } = useCallForm("/tools/link_code", {
    initialValues: {
      ...EMPTY,
      mcid: mcid ?? null,
      target_url: target ?? "",
    } as LinkValues,
    draft: useLinkDraft(`link ${user.uid} ${[mcid, target].filter(Boolean).join(" ")}`, mcid),
    attributes: (values) => toAttributes({ ...values, site_id: channel }),
    check: (values) => ({
      ...(values.mcid ? {} : { mcid: words.brandHint }),
      ...targetErrors(values),
    }),
    fieldByCode: FIELD_BY_CODE,
    textByCode: {
      [RELATIONSHIP_NOT_APPROVED]: (values) => words.notJoined(brandOf(values)?.name ?? ""),
      [TRACK_USED]: ({ path }) => words.pathTaken(path.trim()),
      [TRACK_INVALID]: () => words.pathInvalid,
    },
    labels: linkLabels,
    refresh: ["/tools/links"],
    // A brand shows as joined while the portal still answers the application.
    after: ["/brands/apply"],
    onSuccess: (made) => {
      // The path is taken now: the next link needs another one.
      form.setFieldValue("path", "");
      setMadeOf(JSON.stringify({ ...form.getValues(), path: "" }));
      onMade(made);
    },
    onInvalid: onFailed,
    onFailure: (failure) => {
      onFailed();
      if (!(failure instanceof Refusal) || failure.code !== RELATIONSHIP_NOT_APPROVED) return;
      void client.invalidateQueries({ queryKey: ["/brands/info"] });
    },
  });
  const field = fieldsOf(form);
  const values = form.getValues();
  const chosen = values.mcid;
  const [opened, setOpened] = useState<boolean | null>(null);
  const more = opened ?? LABELS.slice(1).some((label) => values[label]);
  const { data: brand } = useQuery({
    ...infoOf(chosen ?? "", siteId),
    enabled: Boolean(chosen),
    // The same brand stays in sight while another channel's relationship with it is loaded.
    placeholderData: (before) => (before?.mcid === chosen ? before : undefined),
  });
  const button = useRef<HTMLButtonElement>(null);
  const joined = !brand || !application || brand.relationship === RELATION_JOINED;
  useFocusOnceJoined(brand, button);
  useShopAsDefaultTarget(form, brand?.site_url);
  const isUnknown = useBrandOfTarget(form, siteId ?? usual);
  const targetHelp = brand
    ? [
        brand.deep_link ? words.targetHelp(brand.site_url) : words.homeOnly(brand.name),
        brand.regions.length > 0 && words.sellsIn(brand.regions.map(countryName)),
      ]
        .filter(Boolean)
        .join(" · ")
    : // The page says it of the one in the address.
      isUnknown && !target
      ? words.pageUnknown
      : words.targetAny;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {(several || form.errors.site_id) && (
          <LazySelect
            {...field("site_id", words.channel)}
            comboboxProps={{ withinPortal: false }}
            data={
              channels.length > 0
                ? channels.map((each) => ({ value: String(each.id), label: channelLabel(each) }))
                : [{ value: channel, label: user.default_site?.name ?? "" }]
            }
            value={channel}
            onChange={(picked) => {
              const site_id = Number(picked) === usual ? undefined : Number(picked);
              form.clearFieldError("site_id");
              rememberChannel(user.uid, site_id);
              onChannel?.(site_id);
            }}
          />
        )}
        {!fixed && (
          <ChannelBrandSelect
            siteId={siteId}
            label={words.brand}
            placeholder={words.brandHint}
            name={brand?.name}
            {...form.getInputProps("mcid")}
          />
        )}
        {!joined && application(brand, siteId)}
        <TextInput
          {...field("target_url", words.target, targetHelp)}
          type="url"
          inputMode="url"
          placeholder={form.errors.target_url ? undefined : brand?.site_url}
          onBlur={() => form.setErrors({ ...form.errors, ...targetErrors(form.getValues()) })}
        />
        {brand &&
          joined &&
          values.target_url.trim() &&
          !(fixed && isUntouched(values, brand)) &&
          !hasErrors(form.errors) &&
          JSON.stringify(values) !== madeOf && (
            <LinkPreflight values={values} siteId={siteId ?? usual} />
          )}
        <TextInput {...field.optional("uid1", words.firstLabel, words.firstLabelHelp)} />
        {brand && (
          <CouponSelect key={chosen} coupons={brand.coupons} {...form.getInputProps("coupon")} />
        )}
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
              {LABELS.slice(1).map((label, index) => (
                <TextInput
                  key={label}
                  label={<OptionalLabel>{words.label(index + 2)}</OptionalLabel>}
                  {...form.getInputProps(label)}
                />
              ))}
            </SimpleGrid>
          </Collapse>
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            {...field.optional("path", words.path, words.pathHelp)}
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextInput {...field.optional("note", words.note, words.noteHelp)} />
        </SimpleGrid>
        <FormNote text={failure} />
        <div>
          <Button ref={button} type="submit" loading={busy} disabled={!joined}>
            {words.make}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Whether it is the link that the form proposes, to the shop as it is; the brand's own page says what to know of that. */
const isUntouched = ({ target_url, ...rest }: LinkValues, { site_url }: BrandInfo) =>
  target_url === site_url && LABELS.every((label) => !rest[label]) && !rest.path && !rest.coupon;

/** Whether the form already shows an error of a value that the link depends on. */
const hasErrors = (errors: FormErrors) => Boolean(errors.target_url || errors.path);

/** Once an application in the form is accepted, its button is gone: the focus moves to the one that makes the link. */
function useFocusOnceJoined(brand: BrandInfo | undefined, button: RefObject<HTMLElement | null>) {
  const before = useRef(brand);
  useEffect(() => {
    const { current } = before;
    before.current = brand;
    const same = current?.mcid === brand?.mcid && current?.site_id === brand?.site_id;
    if (!same || current?.relationship === brand?.relationship) return;
    if (document.activeElement === document.body) button.current?.focus();
  }, [brand, button]);
}

/**
 * Fills in the brand of a page that is typed before a brand is chosen, as it is inferred for many
 * links. Returns whether no brand accepts links to the page.
 */
function useBrandOfTarget(form: UseFormReturnType<LinkValues>, site_id: number | undefined) {
  const { mcid, target_url } = form.getValues();
  const now = mcid ? "" : fullUrl(target_url);
  const [typed] = useDebouncedValue(now, DEBOUNCE);
  const isPage = typed === now && /^https?:\/\/[^/]{3}/i.test(typed);
  const { data } = useQuery({
    ...query("/tools/link_preview", {
      attributes: { target_url: typed, site_id: site_id?.toString() },
    }),
    enabled: isPage,
    // A page that is not whole yet is no failure.
    meta: { inPlace: true },
  });
  const found = isPage ? data?.mcid : undefined;
  const { setFieldValue, clearFieldError } = form;
  useEffect(() => {
    if (!found) return;
    setFieldValue("mcid", found);
    clearFieldError("mcid");
  }, [found, setFieldValue, clearFieldError]);
  return isPage && data !== undefined && !data.mcid && data.choices.length === 0;
}

/** The name of a link's draft, unchanged while the form is open. A draft for another brand is dropped. */
function useLinkDraft(given: string, mcid: string | undefined): string {
  const [name] = useState(() => {
    const { mcid: chosen = mcid } = readDraft<LinkValues>(given);
    if (mcid && chosen !== mcid) clearDraft(given);
    return given;
  });
  return name;
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
