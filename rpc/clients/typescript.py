"""The TypeScript client's types and calls, written from the registry."""

import json
from collections.abc import Iterator
from enum import IntEnum
from itertools import groupby

from msgspec import inspect

from rpc.clients.model import (
    Call,
    about_field,
    alternatives,
    message_of,
    named_types,
    refusal_names,
    type_name,
)
from rpc.openapi.field_types import is_optional

NOTE = "// Written from the portal's registry by `make client`: do not edit.\n"
KNOWN_TYPES = {
    inspect.StrType: "string", inspect.IntType: "number", inspect.FloatType: "number", inspect.BoolType: "boolean",
    inspect.DecimalType: "Money", inspect.DateTimeType: "Time", inspect.DateType: "Day",
}  # fmt: skip
MODELS_HEAD = f"""\
{NOTE}
/** An amount such as "12.50": a text, so that no cent is lost. */
export type Money = string;
/** ISO 8601 with an offset. */
export type Time = string;
/** YYYY-MM-DD. */
export type Day = string;

/** A part of a list: a page by its number, or what follows a cursor. */
export interface Page {{
  curPage?: number;
  perPage?: number;
  cursor?: string | null;
}}
"""
CALLS_HEAD = f"""\
{NOTE}
import type * as models from "./models.js";
import {{ type CallOptions, pages, type Transport }} from "./transport.js";
"""
REFUSALS_HEAD = f"""\
{NOTE}
import {{ Refused }} from "./errors.js";
"""


def models(calls: list[Call]) -> str:
    """The module of types: an interface for each struct, an object of members for each enum of numbers."""
    blocks = [MODELS_HEAD]
    for name, info in named_types(calls).items():
        if isinstance(info, inspect.EnumType):
            blocks.append(enum_model(name, info))
        else:
            fields = "".join(
                f"{comment(about_field(info, field))}  {member(field)};\n" for field in info.fields
            )
            blocks.append(f"export interface {name} {{\n{fields}}}\n")
    return "\n".join(blocks)


def enum_model(name: str, info: inspect.EnumType) -> str:
    members = list(info.cls)
    if not issubclass(info.cls, IntEnum):
        return f"export type {name} = {' | '.join(json.dumps(each.value) for each in members)};\n"
    lines = "".join(f"  {each.name}: {each.value},\n" for each in members)
    values = f"export type {name} = (typeof {name})[keyof typeof {name}];\n"
    return f"export const {name} = {{\n{lines}}} as const;\n{values}"


def member(field: inspect.Field, prefix: str = "") -> str:
    sign = "" if field.required else "?"
    return f"{field.encode_name}{sign}: {typescript_type(field.type, prefix)}"


def comment(text: str, indent: str = "  ") -> str:
    """The documentation of what follows; nothing if there is none."""
    return f"{indent}/** {text.replace('*/', '* /')} */\n" if text else ""


def refusals(calls: list[Call]) -> str:
    """The module of refusals: a class for each code that has a name."""
    names = sorted(refusal_names(calls).items())
    blocks = [REFUSALS_HEAD]
    for number, name in names:
        blocks.append(
            f"{comment(message_of(number), '')}export class {name} extends Refused {{}}\n"
        )
    rows = "".join(f"  {number}: {name},\n" for number, name in names)
    blocks.append(f"export const REFUSALS: Record<number, typeof Refused> = {{\n{rows}}};\n")
    return "\n".join(blocks)


def client(calls: list[Call]) -> str:
    """The module of calls: a class for each first segment of a path, a method for each call."""
    blocks = [CALLS_HEAD]
    members: list[str] = []
    for group, of_group in groupby(calls, key=lambda call: call.group):
        methods = "\n".join(text for call in of_group for text in method(call))
        members.append(group)
        blocks.append(
            f"export class {group.capitalize()} {{\n  #transport: Transport;\n\n"
            "  constructor(transport: Transport) {\n    this.#transport = transport;\n  }\n\n"
            f"{methods}}}\n"
        )
    declared = "".join(f"  readonly {name}: {name.capitalize()};\n" for name in members)
    assignments = "".join(
        f"    this.{name} = new {name.capitalize()}(transport);\n" for name in members
    )
    blocks.append(
        f"export class Calls {{\n{declared}\n  constructor(transport: Transport) {{\n{assignments}  }}\n}}\n"
    )
    return "\n".join(blocks)


def method(call: Call) -> Iterator[str]:
    needed = any(each.field.required for each in call.arguments)
    returns = typescript_type(call.returns, "models.")
    part = next((each.part for each in call.arguments), "attributes")
    mode = "read" if call.repeatable else "keyed" if call.keyed else "once"
    parameters = arguments(call, needed, page=call.paged)
    passed = "args" if parameters else "{}"
    yield (
        f"  /** {call.summary} Needs the scope `{call.permission}`. */\n"
        f"  {call.name}({join_parameters(parameters, OPTIONS)}): Promise<{returns}> {{\n"
        f'    return this.#transport.call("{call.path}", "{part}", {passed}, "{mode}", options);\n  }}\n'
    )
    if call.item is not None:
        row = typescript_type(call.item, "models.")
        rest = arguments(call, needed, page=False)
        spread = "{ ...args, page }" if rest else "{ page }"
        yield (
            f"  /** {call.summary} Every row, page by page. */\n"
            f"  {call.name}_all({join_parameters(rest, OPTIONS)}): AsyncGenerator<{row}> {{\n"
            f"    return pages((page) => this.{call.name}({spread}, options));\n  }}\n"
        )


OPTIONS = "options: CallOptions = {}"


def join_parameters(*parameters: str) -> str:
    return ", ".join(each for each in parameters if each)


def arguments(call: Call, needed: bool, *, page: bool) -> str:
    """The parameter that holds a call's arguments, each with its documentation; empty if it takes none."""
    fields = [
        f"{comment(each.about, '      ')}      {member(each.field, 'models.')};\n"
        for each in call.arguments
    ]
    if page:
        fields.append("      page?: models.Page;\n")
    if not fields:
        return ""
    return f"\n    args: {{\n{''.join(fields)}    }}" + ("" if needed else " = {}")


def typescript_type(info: inspect.Type, prefix: str = "") -> str:
    kinds = [typescript_known(kind, prefix) for kind in alternatives(info)]
    if is_optional(info) or not kinds:
        kinds.append("null")
    return " | ".join(dict.fromkeys(kinds))


def typescript_known(info: inspect.Type, prefix: str) -> str:
    match info:
        case inspect.StructType() | inspect.EnumType():
            return prefix + type_name(info)
        case inspect.ListType(item_type=item):
            return f"Array<{typescript_type(item, prefix)}>"
        case inspect.DictType(value_type=value):
            return f"Record<string, {typescript_type(value, prefix)}>"
        case inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
    name = KNOWN_TYPES.get(type(info), "unknown")
    return prefix + name if name in ("Money", "Time", "Day") else name
