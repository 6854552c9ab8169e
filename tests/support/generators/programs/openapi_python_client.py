"""openapi-python-client: sign-in, a refusal, find, link_code and transactions."""

import json
import os
from datetime import date

from generated import AuthenticatedClient, Client
from generated.api.auth import auth_sign_in
from generated.api.brands import brands_find
from generated.api.reports import reports_transactions
from generated.api.tools import tools_link_code
from generated.models.auth_sign_in_body import AuthSignInBody
from generated.models.auth_sign_in_body_req import AuthSignInBodyReq
from generated.models.auth_sign_in_reply import AuthSignInReply
from generated.models.brand_filter import BrandFilter
from generated.models.brands_find_body import BrandsFindBody
from generated.models.brands_find_body_req import BrandsFindBodyReq
from generated.models.brands_find_reply import BrandsFindReply
from generated.models.link_code import LinkCode
from generated.models.refusal import Refusal
from generated.models.reports_transactions_body import ReportsTransactionsBody
from generated.models.reports_transactions_body_req import ReportsTransactionsBodyReq
from generated.models.reports_transactions_reply import ReportsTransactionsReply
from generated.models.sign_in import SignIn
from generated.models.tools_link_code_body import ToolsLinkCodeBody
from generated.models.tools_link_code_body_req import ToolsLinkCodeBodyReq
from generated.models.tools_link_code_reply import ToolsLinkCodeReply
from generated.models.transaction_filter import TransactionFilter

url, brand = os.environ["PORTAL_URL"], os.environ["BRAND"]
day = date.fromisoformat(os.environ["DAY"])


def sign_in(password: str) -> object:
    attributes = SignIn(account=os.environ["ACCOUNT"], password=password)
    body = AuthSignInBody(app_id=36, req=AuthSignInBodyReq(attributes=attributes))
    return auth_sign_in.sync(client=Client(base_url=url), body=body)


refused, signed_in = sign_in("not the password"), sign_in(os.environ["PASSWORD"])
assert isinstance(refused, Refusal) and isinstance(signed_in, AuthSignInReply)
client = AuthenticatedClient(base_url=url, token=signed_in.data.token)
brands = brands_find.sync(
    client=client,
    body=BrandsFindBody(app_id=36, req=BrandsFindBodyReq(filter_=BrandFilter(keyword=brand))),
)
assert isinstance(brands, BrandsFindReply), brands
attributes = LinkCode(target_url=f"https://{brand}.example/", mcid=brands.data.list_[0].mcid)
link = tools_link_code.sync(
    client=client,
    body=ToolsLinkCodeBody(app_id=36, req=ToolsLinkCodeBodyReq(attributes=attributes)),
)
assert isinstance(link, ToolsLinkCodeReply), link
filter = TransactionFilter(start_date=day, end_date=day)
listed = reports_transactions.sync(
    client=client,
    body=ReportsTransactionsBody(app_id=36, req=ReportsTransactionsBodyReq(filter_=filter)),
)
assert isinstance(listed, ReportsTransactionsReply), listed
print(
    json.dumps(
        {
            "refused": int(refused.code),
            "brand": brands.data.list_[0].mcid,
            "link": link.data.tracking_url,
            "orders": [order.order_id for order in listed.data.list_],
        }
    )
)
