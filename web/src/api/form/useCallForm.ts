import { type FormErrors, type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect, useRef, useState } from "react";

import { type Attributes, type CallInput, type Data, type Path, Refusal } from "@/api/call";
import { IdempotencyKey } from "@/api/idempotencyKey";
import { useCall } from "@/api/query";
import { fieldOf, fieldText } from "./fields";
import { focusFirst } from "./focusFirst";
import { clearDraft, readDraft, saveDraft } from "./formDraft";
import { omitEmpty, validatorFor } from "./rules";

interface CallFormOptions<P extends Path, V> {
  initialValues: V;
  /** From what was typed to what the call takes; what is left empty is left out anyway. */
  attributes?: (values: V) => Attributes<P>;
  /** What is left empty is sent as such, because it clears what was there. */
  clears?: boolean;
  /** What this form alone can see, beside the server's rules. */
  check?: (values: V) => FormErrors;
  /** Codes that speak of one field of this form. */
  fieldByCode?: Record<number, keyof V & string>;
  /** What this form says beside the field, where it can say more than the portal. */
  textByCode?: Record<number, (values: V) => string>;
  /** The portal's texts about fields in this form's words, where it asks for something by another name. */
  reword?: (text: string, values: V) => string;
  /** The name under which what was typed outlives a reload, until it is sent. */
  draft?: string;
  refresh?: Path[];
  /** The calls whose answers it waits for, if they are under way. */
  after?: Path[];
  onSuccess?: (data: Data<P>, ask: CallInput<P>) => void;
  onFailure?: (failure: Error) => void;
}

interface CallForm<V> {
  form: UseFormReturnType<V>;
  /** For `<form onSubmit>`. */
  submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  /** Why it could not be sent, where no field is to blame; for `FormNote`. */
  failure: string | null;
}

/** A form that is one call: the server's rules, and its refusals beside the fields they speak of. */
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
    reword = (text) => text,
    draft,
    refresh,
    after,
    onSuccess,
    onFailure,
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
  const call = useCall(path, {
    refresh,
    after,
    form: true,
    onSuccess: (data, ask) => {
      inFlight.current = false;
      idempotencyKey.finish();
      clearDraft(draft);
      onSuccess?.(data, ask);
    },
  });
  const form = useForm<V>({
    initialValues,
    onValuesChange: (values) => saveDraft(draft, values),
    validate: async (values: V): Promise<FormErrors> => {
      const validate = validatorFor(path as Parameters<typeof validatorFor>[0]);
      const broken = Object.entries(await validate(attributesOf(values)));
      const texts = broken.map(([field, text]) => [field, reword(text, values)]);
      return { ...check?.(values), ...Object.fromEntries(texts) };
    },
  }) as UseFormReturnType<V>;
  // What was typed before a reload is not saved yet.
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
        const code = thrown instanceof Refusal ? thrown.code : -1;
        const field = fieldByCode?.[code] ?? fieldOf(thrown, values);
        const text = textByCode?.[code]?.(values) ?? reword(fieldText(thrown), values);
        if (field) {
          form.setFieldError(field, text);
          focusFirst(form, [field]);
        } else setFailure(text);
        onFailure?.(thrown);
      },
    });
  };
  return {
    form,
    submit: form.onSubmit(send, (errors) => focusFirst(form, Object.keys(errors))),
    busy: call.isPending || form.validating,
    failure,
  };
}
