// Fastify with pg: schemas for both ways, statements prepared by name, a pool.
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(`${process.env.PEERS}/package.json`)
const fastify = require('fastify')
const pg = require('pg')

const work = JSON.parse(readFileSync(new URL('work.json', import.meta.url)))
const url = new URL(process.env.DATABASE_URL.replace('@/', '@localhost/'))
const pool = new pg.Pool({
  host: url.searchParams.get('host') ?? url.hostname,
  port: url.port || 5432,
  user: url.username,
  password: decodeURIComponent(url.password),
  database: url.pathname.slice(1),
  max: 10,
})
const ask = (name, values) => pool.query({ name, text: work[name], values })
const key = createHmac('sha384', process.env.SECRET_KEY).update('sess.v1').digest()
const owners = new Map()

/** Publisher and key of the session's row, checked once for each token. */
function owner(token) {
  const known = owners.get(token)
  if (known) return known
  const [payload, signature] = token.split('.')
  const right = createHmac('sha384', key).update(payload).digest()
  if (!timingSafeEqual(right, Buffer.from(signature, 'base64url'))) throw new Error('forged')
  const [publisher, secret] = JSON.parse(Buffer.from(payload, 'base64url'))
  const found = [publisher, createHash('sha256').update(secret).digest()]
  owners.set(token, found)
  return found
}

const envelope = {
  type: 'object',
  required: ['appId', 'req'],
  properties: {
    appId: { type: 'integer' },
    req: {
      type: 'object',
      properties: {
        header: { type: 'object', properties: { token: { type: 'string' } } },
        page: {
          type: 'object',
          properties: { curPage: { type: 'integer' }, perPage: { type: 'integer' } },
        },
      },
    },
  },
}
const item = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const reply = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    data: { type: 'object', properties: { list: { type: 'array', items: item } } },
  },
}
const schema = { body: envelope, response: { 200: reply } }
const rows = Array.from({ length: 10 }, (_, n) => ({ id: n + 1, name: `Channel ${n + 1}` }))

const app = fastify()
app.get('/', async () => ({}))
app.post('/still', { schema }, async () => ({ code: 0, message: 'ok', data: { list: rows } }))
app.post('/sites', { schema }, async (request) => {
  const [publisher, hash] = owner(request.body.req.header.token)
  const session = (await ask('session', [publisher, hash])).rows[0]
  if (!session || session.ended_at || session.locked_at || session.expires_at < new Date()) throw new Error('signed out')
  const found = await ask('sites', [publisher, request.body.req.page.perPage])
  return { code: 0, message: 'ok', data: { list: found.rows } }
})

const links = new Map(JSON.parse(process.env.LINKS ?? '[]'))
const keep = (route, at) =>
  ask('click', [
    route.publisher_id,
    at,
    randomUUID(),
    route.link_id,
    route.site_id,
    route.mid,
    randomBytes(16),
  ])
/** Each click is an insert of its own: answered before it (`later`) or after. */
const visit = (later) => async (request, answer) => {
  const [publisher, code] = [links.get(request.params.code), request.params.code]
  const route = (await ask('route', [publisher, code])).rows[0]
  const inserted = keep(route, new Date())
  if (!later) await inserted
  return answer.redirect(`${route.target_url}?${route.click_param}=${randomUUID()}`, 302)
}
app.get('/waits/:code', visit(false))
app.get('/later/:code', visit(true))

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
