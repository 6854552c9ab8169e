"""Apps that act for the account: what one asks for, allowing it, and ending it."""

import sql.accounts.account
import sql.accounts.agent_grant
import sql.accounts.oauth_client
from rpc import Code, Fault, Publisher, Rule, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation, lock_credentials, require_reauth
from rpc.jobs.account_mail import notify_account
from rpc.security.tokens import AGENT_CODE
from schema.accounts.agent import (
    AgentScope,
    AppAllow,
    AppAllowed,
    AppAsking,
    AppQuestion,
    AppRef,
    ConnectedApp,
)
from schema.accounts.oauth import (
    answer_address,
    document_host,
    is_registered,
    is_resource,
    name_target,
    read_scopes,
)
from schema.core.envelope import Listing
from sql.accounts.account import Login
from sql.accounts.oauth_client import OAuthClient

UNKNOWN = "This app is not known here: go back to it and start again"
FOREIGN = "This is not an address of the app: nothing is sent there"


@query("/user/app_info", permission="profile.edit", narrowed="account")
async def app_info(ctx: Publisher, attributes: AppQuestion) -> AppAsking:
    """Get what an app asks for that wants to act for you, and where your answer would be sent."""
    forbid_impersonation(ctx)
    client = await find_client(ctx, attributes, "attributes")
    return AppAsking(
        name=client.name,
        goes_to=name_target(attributes.redirect_uri),
        document_host=document_host(client.client_id),
        scopes=asked_scopes(attributes, "attributes"),
    )


@procedure(
    "/user/app_allow",
    permission="profile.edit",
    narrowed="account",
    raises=[Code.LOGIN_PASSWORD_INVALID],
    atomic=False,
    hashes=True,
    secret=True,
)
async def app_allow(ctx: Publisher, attributes: AppAllow) -> AppAllowed:
    """Allow an app to act for you, within your role and channels.

    It ends after 180 days, after 30 without use, and when your password, second step, role or channels change.
    """
    question = attributes.question
    client = await find_client(ctx, question, "attributes.question")
    scopes = granted_scopes(attributes)
    owner = await require_reauth(ctx, attributes)
    login = Login(ctx.publisher_id, ctx.account.id)
    code, hash = ctx.resources.tokens.make(AGENT_CODE, ctx.publisher_id)
    goes_to = name_target(question.redirect_uri)
    async with ctx.db.transaction():
        await lock_credentials(ctx, owner)
        member = await sql.accounts.account.get(ctx.db, ctx.publisher_id, ctx.account.id)
        assert member is not None
        await sql.accounts.agent_grant.add(
            ctx.db,
            member,
            client_id=client.client_id,
            client_name=client.name,
            goes_to=goes_to,
            scopes=scopes,
            code_hash=hash,
            challenge=question.code_challenge,
            redirect_uri=question.redirect_uri,
            now=ctx.now,
        )
        await sql.accounts.oauth_client.mark_used(ctx.db, client.client_id, ctx.now)
        words = ", ".join(scopes)
        await record(ctx, login, app=client.name, goes_to=goes_to, scopes=words)
        await notify_account(ctx, login, "app", app=client.name, goes_to=goes_to, scopes=words)
    values = {"code": code, "state": question.state, "iss": ctx.resources.settings.public_url}
    return AppAllowed(answer_address(question.redirect_uri, values))


@query("/user/app_list", permission=None, narrowed="account")
async def app_list(ctx: Publisher) -> Listing[ConnectedApp]:
    """List the apps that act for you, the one connected last first."""
    login = Login(ctx.publisher_id, ctx.account.id)
    apps = await sql.accounts.agent_grant.list_live(ctx.db, login, ctx.now)
    return Listing(apps, len(apps))


@procedure("/user/app_end", permission="profile.edit", narrowed="account")
async def app_end(ctx: Publisher, attributes: AppRef) -> None:
    """End what an app may do for you. Its tokens are refused from then on."""
    own = ctx.account.id
    name = await sql.accounts.agent_grant.end(
        ctx.db, ctx.publisher_id, attributes.id, ctx.now, account_id=own
    )
    if name is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    await record(ctx, Login(ctx.publisher_id, own), app=name)


async def find_client(ctx: Publisher, question: AppQuestion, path: str) -> OAuthClient:
    """The app that asks. Raises NOT_FOUND for one that is not known, and REQUEST_INVALID for what it may not ask."""
    client = await sql.accounts.oauth_client.find(ctx.db, question.client_id)
    if client is None:
        raise Fault(Code.NOT_FOUND, UNKNOWN, field=f"{path}.client_id")
    if not is_registered(question.redirect_uri, client.redirect_uris):
        field = f"{path}.redirect_uri"
        raise Fault(Code.REQUEST_INVALID, FOREIGN, field=field, rule=Rule.UNKNOWN)
    if not is_resource(question.resource, ctx.resources.settings.public_url):
        raise Fault(Code.REQUEST_INVALID, field=f"{path}.resource", rule=Rule.UNKNOWN)
    return client


def asked_scopes(question: AppQuestion, path: str) -> list[AgentScope]:
    scopes = read_scopes(question.scope)
    if not scopes:
        limit = ", ".join(AgentScope)
        raise Fault(Code.REQUEST_INVALID, field=f"{path}.scope", rule=Rule.ONE_OF, limit=limit)
    return scopes


def granted_scopes(answer: AppAllow) -> list[AgentScope]:
    """The scopes that an app gets: none that it did not ask for, and reading always."""
    asked = asked_scopes(answer.question, "attributes.question")
    if not {*answer.scopes} <= {*asked}:
        limit = ", ".join(asked)
        raise Fault(Code.REQUEST_INVALID, field="attributes.scopes", rule=Rule.ONE_OF, limit=limit)
    return [scope for scope in asked if scope is AgentScope.READ or scope in answer.scopes]
