import { type FormErrors, type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect, useId, useRef, useState } from "react";

import { type Attributes, type CallInput, type Data, type Path, Refusal } from "@/api/call";
import { IdempotencyKey } from "@/api/idempotencyKey";
import { useCall } from "@/api/query";
import type { Labels } from "@/text/core/ruleTexts";
import { fieldOf, fieldText } from "./fields";
import { focusFirst } from "./focusFirst";
import { clearDraft, readDraft, saveDraft } from "./formDraft";
import { nameInput } from "./nameInput";
import { omitEmpty, validatorFor } from "./rules";

interface CallFormOptions<P extends Path, V> {
  initialValues: V;
  /** From the form's values to the call's arguments; empty values are left out anyway. */
  attributes?: (values: V) => Attributes<P>;
  /** Sends empty values too, to clear the stored ones. */
  clears?: boolean;
  /** Checks of this form alone, in addition to the server's rules. */
  check?: (values: V) => FormErrors;
  /** The field of this form that each error code is about. */
  fieldByCode?: Record<number, keyof V & string>;
  /** This form's own messages by error code, if they say more than the portal's. */
  textByCode?: Record<number, (values: V) => string>;
  /** The names of fields by their paths, if they differ from the usual ones. */
  labels?: Labels | ((values: V) => Labels);
  /** The name of the draft, which survives a reload until it is sent. */
  draft?: string;
  refresh?: Path[];
  /** Running calls to wait for. */
  after?: Path[];
  /** Whether a failure is a question that `onFailure` asks, and no note. */
  asks?: (failure: Error) => boolean;
  onSuccess?: (data: Data<P>, ask: CallInput<P>) => void;
  onFailure?: (failure: Error) => void;
  /** Called if the form was not sent because a field is invalid. */
  onInvalid?: () => void;
}

interface CallForm<V> {
  form: UseFormReturnType<V>;
  /** For `<form onSubmit>`. */
  submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  /** Validates a field when it loses the focus, before the form is sent. */
  leave: (field: string) => Promise<void>;
  busy: boolean;
  /** Why the form could not be sent, if no single field is the cause; for `FormNote`. */
  failure: string | null;
}

/**
 * A form that makes one call: it is checked by the server's rules, and shows the server's errors
 * beside their fields.
 */
export function useCallForm<P extends Path, V extends object>(
  path: P,
  options: CallFormOptions<P, V>,
): CallForm<V> {
  const {
    attributes,
    clears,
    check,
    fieldByCode,
    textByCode,
    labels = {},
    draft,
    refresh,
    after,
    asks,
    onSuccess,
    onFailure,
    onInvalid,
  } = options;
  const inFlight = useRef(false);
  const [idempotencyKey] = useState(() => new IdempotencyKey());
  const [failure, setFailure] = useState<string | null>(null);
  const [typed] = useState(() => readDraft<V>(draft));
  const [initialValues] = useState(() => ({ ...options.initialValues, ...typed }));
  const attributesOf = (values: V) => {
    const wire = attributes ? attributes(values) : values;
    return (clears ? wire : omitEmpty(wire)) as Attributes<P>;
  };
  const fieldFor = (thrown: unknown, values: V) =>
    fieldByCode?.[codeOf(thrown)] ?? fieldOf(thrown, values);
  const labelsOf = (values: V) => (typeof labels === "function" ? labels(values) : labels);
  const call = useCall(path, {
    refresh,
    after,
    form: true,
    // Beside its field it is said once, in the words of the form: a toast would say it in others.
    asks: (thrown) => asks?.(thrown) || isShown(fieldFor(thrown, form.getValues())),
    onSuccess: (data, ask) => {
      inFlight.current = false;
      idempotencyKey.finish();
      clearDraft(draft);
      onSuccess?.(data, ask);
    },
  });
  const errorsOf = async (values: V): Promise<FormErrors> => {
    const validate = validatorFor(path as Parameters<typeof validatorFor>[0], labelsOf(values));
    return { ...check?.(values), ...(await validate(attributesOf(values))) };
  };
  // Its fields are found by it: another form of the page may have fields of the same names.
  const name = useId().replace(/\W|_/g, "");
  const form = useForm<V>({
    name,
    initialValues,
    enhanceGetInputProps: nameInput,
    onValuesChange: (values) => saveDraft(draft, values),
    validate: (values: V) => errorsOf(values),
  }) as UseFormReturnType<V>;
  const isShown = (field: string | null) =>
    field !== null && form.getInputNode(field as never) !== null;
  const leave = async (field: string) => {
    const values = form.getValues();
    const typed = valueAt(values, field);
    if (typed === undefined || typed === null || typed === "") return;
    const error = (await errorsOf(values))[field];
    if (error && valueAt(form.getValues(), field) === typed) form.setFieldError(field, error);
  };
  // A draft from before a reload is not saved yet.
  const [saved] = useState(options.initialValues);
  const { resetDirty } = form;
  useEffect(() => {
    if (Object.keys(typed).length > 0) resetDirty(saved);
  }, [typed, saved, resetDirty]);
  const send = (values: V) => {
    // A second click can come before the first one is rendered.
    if (inFlight.current) return;
    inFlight.current = true;
    setFailure(null);
    const ask = { attributes: attributesOf(values), key: idempotencyKey.for(attributesOf(values)) };
    call.mutate(ask as unknown as CallInput<P>, {
      onError: (thrown) => {
        inFlight.current = false;
        idempotencyKey.finish(thrown);
        const code = codeOf(thrown);
        const field = fieldFor(thrown, values);
        const text = textByCode?.[code]?.(values) ?? fieldText(thrown, labelsOf(values));
        if (field) {
          form.setFieldError(field, text);
          focusFirst(form, [field]);
        } else if (!asks?.(thrown)) setFailure(text);
        onFailure?.(thrown);
      },
    });
  };
  return {
    form,
    submit: form.onSubmit(send, (errors) => {
      focusFirst(form, Object.keys(errors));
      onInvalid?.();
    }),
    leave,
    busy: call.isPending || form.validating,
    failure,
  };
}

const codeOf = (thrown: unknown) => (thrown instanceof Refusal ? thrown.code : -1);

const valueAt = (values: object, field: string) =>
  field.split(".").reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], values);
