import { file as words } from "@/text/core/file";
import { Hint } from "@/ui/base/Hint";
import { OptionalLabel } from "@/ui/form/Field";
import { FileField } from "@/ui/picker/FileField";
import { DOCUMENTS, FilePicker } from "@/ui/picker/FilePicker";
import { LogoField } from "@/ui/picker/LogoField";
import { Select } from "@/ui/picker/lazy/Select";
import { currencies, zones } from "@/ui/picker/zonesAndCurrencies";
import "@/ui/styles/pageStyles";
import {
  Button,
  Group,
  Modal,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { queryClient } from "@/api/client";
import { focusFirst } from "@/api/form/focusFirst";
import { query } from "@/api/query";
import { signUp as signUpWords } from "@/text/accounts/signUp";
import { countryName } from "@/ui/base/format";
import { FormNote } from "@/ui/form/FormNote";
import { focusNextByEnter } from "@/ui/form/focusNextByEnter";
import { browserCountry, browserZone } from "@/ui/picker/browserRegion";
import { CountrySelect } from "@/ui/picker/CountrySelect";
import { ChannelFields } from "./ChannelFields";
import classes from "./ProfileSetup.module.css";
import { type SignUpValues, validateProfileStep } from "./signUpValues";
import { type GuestFiles, useGuestFiles } from "./useGuestFiles";

interface ProfileSetupProps {
  form: UseFormReturnType<SignUpValues>;
  busy: boolean;
  /** Why the account could not be created, where no field is to blame. */
  failure: string | null;
  onBack: () => void;
  onFinish: (withProfile: boolean) => void;
}

/** Step 2 of a registration: company and channel. It can be skipped; required fields come first. */
export function ProfileSetup(props: ProfileSetupProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Setup {...props} />
    </QueryClientProvider>
  );
}

function Setup({ form, busy, failure, onBack, onFinish }: ProfileSetupProps) {
  const [checking, setChecking] = useState(false);
  const files = useGuestFiles(form);
  const { entity } = form.values.company;
  useHomeCountry(form);
  const finish = async () => {
    setChecking(true);
    const errors = await validateProfileStep(form.getValues());
    setChecking(false);
    // A collapsed field is shown before it gets the focus.
    flushSync(() => form.setErrors(errors));
    focusFirst(form, Object.keys(errors));
    if (Object.keys(errors).length === 0 && (await files.resendExpired())) onFinish(true);
  };
  return (
    // Below the place of a toast.
    <Modal opened onClose={onBack} title={signUpWords.profileTitle} size="lg" yOffset="8dvh">
      <form
        noValidate
        className={classes.form}
        onKeyDown={focusNextByEnter}
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <Stack gap="lg">
          <Text c="dimmed">{signUpWords.profileHelp}</Text>
          <Stack gap="sm" component="section">
            <Title order={2}>{signUpWords.about}</Title>
            <SegmentedControl
              aria-label={signUpWords.entity}
              fullWidth
              data={[
                { value: "person", label: signUpWords.person },
                { value: "company", label: signUpWords.company },
              ]}
              {...form.getInputProps("company.entity")}
            />
            <TextInput
              label={entity === "company" ? signUpWords.companyName : signUpWords.yourName}
              autoComplete={entity === "company" ? "organization" : "name"}
              data-autofocus
              enterKeyHint="next"
              {...form.getInputProps("company.name")}
            />
            <CountrySelect
              // Within the dialog, where a screen reader looks for it.
              comboboxProps={{ withinPortal: false }}
              label={signUpWords.country}
              autoComplete="country-name"
              {...form.getInputProps("company.country")}
            />
          </Stack>
          <ChannelFields form={form} />
          <ReportFields form={form} />
          <MoreFields form={form} files={files} />
        </Stack>
        <div className={classes.foot}>
          <FormNote text={failure} />
          <Hint>{signUpWords.profileLater}</Hint>
          <div className={classes.buttons}>
            <Button variant="default" disabled={busy} onClick={() => onFinish(false)}>
              {signUpWords.skip}
            </Button>
            <Button type="submit" loading={busy || checking || files.busy}>
              {signUpWords.finish}
            </Button>
          </div>
        </div>
      </form>
    </Modal>
  );
}

const FIELDS = ["category", "address", "city", "province", "postal_code"].map(
  (field) => `company.${field}`,
);

/** Optional fields, collapsed at first. */
function MoreFields({ form, files }: { form: UseFormReturnType<SignUpValues>; files: GuestFiles }) {
  const [wanted, setWanted] = useState(false);
  const id = useId();
  // A field that was refused is shown.
  const opened = wanted || FIELDS.some((field) => form.errors[field]);
  return (
    <Stack gap="sm" component="section">
      <Stack gap={4} align="flex-start">
        <Button
          variant="default"
          size="xs"
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setWanted(!opened)}
        >
          {signUpWords.details}
        </Button>
        <Hint>{signUpWords.detailsHelp}</Hint>
      </Stack>
      <Stack gap="sm" id={id} hidden={!opened} display={opened ? undefined : "none"}>
        <TextInput
          label={<OptionalLabel>{signUpWords.companyCategory}</OptionalLabel>}
          {...form.getInputProps("company.category")}
        />
        <TextInput
          label={<OptionalLabel>{signUpWords.address}</OptionalLabel>}
          autoComplete="street-address"
          {...form.getInputProps("company.address")}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="sm">
          <TextInput
            label={<OptionalLabel>{signUpWords.city}</OptionalLabel>}
            autoComplete="address-level2"
            {...form.getInputProps("company.city")}
          />
          <TextInput
            label={<OptionalLabel>{signUpWords.province}</OptionalLabel>}
            autoComplete="address-level1"
            {...form.getInputProps("company.province")}
          />
          <TextInput
            label={<OptionalLabel>{signUpWords.postalCode}</OptionalLabel>}
            autoComplete="postal-code"
            {...form.getInputProps("company.postal_code")}
          />
        </SimpleGrid>
        <ProfileFiles files={files} />
      </Stack>
    </Stack>
  );
}

/** The channel's logo and media kits, before there is an account they could belong to. */
function ProfileFiles({ files }: { files: GuestFiles }) {
  return (
    <>
      <LogoField
        url={files.logo?.url ?? ""}
        busy={files.sendingLogo}
        error={files.logoError}
        onPick={(chosen) => void files.chooseLogo(chosen)}
        onRemove={files.removeLogo}
      />
      <FileField label={words.kit} help={words.kitHelp} error={files.kitError}>
        {(help) => (
          <Stack gap="xs" align="flex-start">
            {files.kits.map(({ url, name }) => (
              <Group key={url} gap="xs">
                <Text size="sm">{name}</Text>
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={words.removeOf(name)}
                  onClick={() => files.removeKit(url)}
                >
                  {words.remove}
                </Button>
              </Group>
            ))}
            <FilePicker
              accept={DOCUMENTS}
              busy={files.sendingKit}
              label={`${words.chooseKit}: ${words.kit}`}
              describedBy={help}
              onPick={(chosen) => void files.addKit(chosen)}
            >
              {words.chooseKit}
            </FilePicker>
          </Stack>
        )}
      </FileField>
    </>
  );
}

const COMBOBOX_PROPS = { withinPortal: false };

/**
 * The time zone and currency of reports: by default the browser's time zone and the country's
 * currency.
 */
function ReportFields({ form }: { form: UseFormReturnType<SignUpValues> }) {
  const { time_zone, currency, chosen } = form.values.reports;
  const country = form.values.company.country || browserCountry();
  const { data } = useQuery({
    ...query("/common/regions", { filter: { country } }),
    enabled: country !== "",
  });
  const proposed = data?.list[0]?.currency;
  const { setFieldValue } = form;
  useEffect(() => {
    if (proposed && !chosen) setFieldValue("reports.currency", proposed);
  }, [proposed, chosen, setFieldValue]);
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{signUpWords.reports}</Title>
      <Hint size="sm">{signUpWords.reportsHelp}</Hint>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <Select
          comboboxProps={COMBOBOX_PROPS}
          label={signUpWords.zone}
          data={zones(time_zone)}
          searchable
          limit={100}
          {...form.getInputProps("reports.time_zone")}
        />
        <Select
          comboboxProps={COMBOBOX_PROPS}
          label={signUpWords.currency}
          data={currencies(currency || "USD")}
          searchable
          limit={100}
          {...form.getInputProps("reports.currency")}
          value={currency || null}
          onChange={(code) => {
            setFieldValue("reports.currency", code ?? "");
            setFieldValue("reports.chosen", true);
          }}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** Proposes the country of the browser's time zone, once. */
function useHomeCountry({ getValues, setFieldValue }: UseFormReturnType<SignUpValues>) {
  const { data } = useQuery(query("/common/regions", { filter: { time_zone: browserZone() } }));
  const home = data?.list[0]?.code;
  const proposed = useRef(false);
  useEffect(() => {
    if (!home || proposed.current) return;
    proposed.current = true;
    if (!getValues().company.country) setFieldValue("company.country", countryName(home));
  }, [home, getValues, setFieldValue]);
}
