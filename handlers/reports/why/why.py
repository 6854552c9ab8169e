"""Why an order is missing, pending or declined, why money has not arrived, and why a commission is what it is."""

from handlers.reports.why.missing import why_missing
from handlers.reports.why.own import why_case, why_click, why_order, why_payment, why_settlement
from rpc import Code, Fault, Publisher, procedure
from schema.accounts.api_token import Scope
from schema.reports.why.answer import Why, WhyQuestion


@procedure(
    "/reports/why",
    permission="report.read",
    narrowed="channels",
    raises=[Code.BRAND_UNKNOWN, Code.NOT_ALLOWED],
    agents="read",
)
async def why(ctx: Publisher, attributes: WhyQuestion) -> Why:
    """Explain an order, click, settlement, payment or case: facts in order, a verdict and the next step.

    An order that is not among yours is explained only if you have a valid click on its brand within the cookie window
    before it, at most 20 times a day. The answer never says whose the order is, or when, for how much and from where it
    came; what does not fit its day and amount is answered as not reported. For members who see some channels, orders of
    the others are not among theirs.
    """
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    about_money = attributes.payment_id is not None or attributes.settlement_id is not None
    if about_money and Scope.PAYMENT_READ not in ctx.permissions:
        raise Fault(Code.NOT_ALLOWED)
    if attributes.oid is not None:
        return await why_order(ctx, attributes.oid, attributes.about)
    if attributes.click_ref is not None:
        return await why_click(ctx, attributes.click_ref)
    if attributes.payment_id is not None:
        return await why_payment(ctx, attributes.payment_id)
    if attributes.settlement_id is not None:
        return await why_settlement(ctx, attributes.settlement_id)
    if attributes.case_id is not None:
        return await why_case(ctx, attributes.case_id)
    return await why_missing(ctx, attributes)
