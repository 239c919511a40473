import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getSession } from '../../contract/identity.ts'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { readConfig } from '../config.ts'
import { type BuiltPage, createNotFoundHandler, servePage } from './serve-page.ts'

let server: FastifyInstance
/** The number of calls of `getSession` during the rendering of documents. */
let sessionCalls = 0

/** The elements of the document's `<head>` that the server fills in. */
const headWith = (passkeys: string) =>
  `<meta name="minbar-donation-url" content="" /><meta name="minbar-info-site-url" content="" /><meta name="minbar-passkeys" content="${passkeys}" />`
const head = headWith('no')

/** The document of the build, before the server puts a caller's screen into it. */
const builtDocument = head + '<title>Minbar</title><!--screen-->a bar<!--/screen-->.'

/** A fake server bundle: makes the calls of a screen, and renders the parameters that it was called with. */
const bundleSource = `
export async function renderForCaller({ fetch, ...asked }) {
  const [, name, uid] = asked.path.split(/[/?]/u)
  const responses = []
  const call = async (method, url, body) => {
    const response = await fetch(url, { method, headers: { 'content-type': 'application/json' }, ...(body && { body }) })
    responses.push([await response.text(), response.headers.get('x-next-cursor')])
  }
  if (name === 'details') await call('GET', '/masjids/' + uid)
  if (name === 'details' || name === 'form') await call('POST', '/find', '{"near":"me"}')
  if (uid === 'broken') throw new Error('It breaks.')
  if (uid === 'endless') return new Promise(() => {})
  const rendered = { title: '<title>' + asked.path + '</title>', root: JSON.stringify(asked) }
  return { rendered: asked.isRendered ? rendered : undefined, responses: JSON.stringify(responses) }
}`

beforeEach(async () => {
  const folder = await newDataFolder()
  await mkdir(join(folder, 'web/documents/plain'), { recursive: true })
  await mkdir(join(folder, 'on-server'))
  await writeFile(join(folder, 'on-server/package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'on-server/entry-server.js'), bundleSource)
  await writeFile(join(folder, 'web/documents/plain/not-found.html'), headWith(''))
  await writeFile(join(folder, 'web/documents/plain/details.html'), builtDocument.replace(head, headWith('')))
  server = Fastify()
  sessionCalls = 0
  server.get(getSession.path, async ({ headers }) => {
    sessionCalls += 1
    return headers.cookie === 'khateeb' ? { role: 'khateeb' } : null
  })
  server.get('/masjids/:uid', async (request, reply) => {
    const { uid } = Object(request.params)
    void reply.header('x-next-cursor', 'more')
    return uid === 'nowhere' ? reply.code(404).send('') : { uid, agent: request.headers['user-agent'] }
  })
  server.post('/find', async ({ body }) => ({ found: body }))
  const config = readConfig({})
  const page: BuiltPage = {
    folder: join(folder, 'web'),
    screens: {
      '/details/:uid': { document: 'details.html', renderMode: 'rendered for members' },
      '/form': { document: 'details.html', renderMode: 'preloaded for members' },
      '/about': { document: 'details.html', renderMode: 'rendered for anyone' },
      '/login': { document: 'details.html', renderMode: 'prerendered' },
    },
    notFound: 'not-found.html',
    inline: { scripts: [], styles: [] },
  }
  await servePage(server, page, config, await createNotFoundHandler(page, config))
})
afterEach(() => server.close())

const khateebHeaders = { cookie: 'khateeb', 'user-agent': 'a phone' }
const open = (url: string, headers: Record<string, string> = khateebHeaders) =>
  server.inject({ url, headers })

const scriptOf = (responses: readonly (readonly [text: string, nextCursor: string | null])[]) =>
  `<script type="application/json" id="responses">${JSON.stringify(responses)}</script>`

const settings = { passkeys: 'no' }
const khateebRenderOptions = { settings, session: { role: 'khateeb' } }

const expectedDocumentFor = (uid: string) => {
  const path = `/details/${uid}`
  const root = JSON.stringify({ path, ...khateebRenderOptions, isRendered: true })
  const responses = scriptOf([
    [JSON.stringify({ uid, agent: 'a phone' }), 'more'],
    ['{"found":{"near":"me"}}', null],
  ])
  return `${head}<title>${path}</title><div id="root" data-rendered inert aria-hidden="true">${root}</div>${responses}.`
}

test('a document contains the caller’s screen and the responses to its API calls, and is not cacheable', async () => {
  const response = await open('/details/7')
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding, cookie' })
  expect(response.body).toBe(expectedDocumentFor('7'))
})

test('a screen that only the browser renders is sent with its navigation bar and the responses to its calls', async () => {
  const response = await open('/form')
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding, cookie' })
  const responses = scriptOf([['{"found":{"near":"me"}}', null]])
  expect(response.body).toBe(`${head}<title>Minbar</title><!--screen-->a bar<!--/screen-->${responses}.`)
})

test('a prerendered screen is sent without a session check', async () => {
  expect((await open('/login')).body).toBe(builtDocument)
  expect(sessionCalls).toBe(0)
})

test('the query string of a document is passed to the screen', async () => {
  const { body } = await open('/details/7?q=Dearborn+Heights')
  expect(body).toContain(JSON.stringify('/details/7?q=Dearborn+Heights'))
})

test('a document with a screen is compressed if the browser accepts it', async () => {
  const response = await open('/details/7', { cookie: 'khateeb', 'accept-encoding': 'gzip, br' })
  expect(response.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(response.rawPayload).toString()).toContain('isRendered')
})

test('each of several concurrent requests gets its own document', async () => {
  const responses = await Promise.all(['1', '2', '3'].map((uid) => open(`/details/${uid}`)))
  expect(responses.map(({ body }) => body)).toEqual(['1', '2', '3'].map(expectedDocumentFor))
})

test('at most twenty documents are rendered at a time, and others are sent without a screen', async () => {
  const uids = Array.from({ length: 100 }, (_, number) => String(number))
  const bodies = (await Promise.all(uids.map((uid) => open(`/details/${uid}`)))).map(({ body }) => body)
  expect(sessionCalls).toBe(20)
  expect(bodies).toEqual(uids.map((uid, number) => (number < 20 ? expectedDocumentFor(uid) : builtDocument)))
  expect((await open('/details/7')).body).toBe(expectedDocumentFor('7'))
})

test.each([
  ['without a cookie', '/details/7', {}],
  ['without a session', '/details/7', { cookie: 'somebody' }],
  ['whose API call is refused', '/details/nowhere', { cookie: 'khateeb' }],
  ['whose screen throws an error', '/details/broken', { cookie: 'khateeb' }],
  ['whose screen times out', '/details/endless', { cookie: 'khateeb' }],
])('a caller %s gets the document from the build, without a rendered screen', async (_, url, headers) => {
  const response = await open(url, headers)
  expect([response.statusCode, response.body]).toEqual([200, builtDocument])
  expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
})

/** Headers of a browser that navigates here from another page. */
const navigationHeaders = (from: string, cookie?: string) => ({
  'sec-fetch-site': from,
  ...(cookie !== undefined && { cookie }),
})

test.each([
  ['/details/7', navigationHeaders('none')],
  ['/details/7?q=Dearborn+Heights', navigationHeaders('same-origin')],
  ['/form', navigationHeaders('same-site', 'somebody')],
])(
  'a signed-out visitor of %s is redirected to the login, with the address to return to',
  async (url, headers) => {
    const { statusCode, headers: sent } = await open(url, headers)
    expect([statusCode, sent.location]).toEqual([302, `/login?next=${encodeURIComponent(url)}`])
    expect(sent['cache-control']).toBe('no-store')
  },
)

test.each([
  ['/details/7', navigationHeaders('cross-site')],
  ['/form', navigationHeaders('cross-site', 'somebody')],
  ['/about', navigationHeaders('cross-site')],
])(
  'a visitor who follows a link from another site to %s gets the built document if the browser has sent no valid session',
  async (url, headers) => {
    const response = await open(url, headers)
    expect([response.statusCode, response.body]).toEqual([200, builtDocument])
  },
)

test.each([
  ['a signed-out visitor', navigationHeaders('none'), null],
  ['a khateeb', navigationHeaders('cross-site', 'khateeb'), { role: 'khateeb' }],
])('a screen that anyone may open is rendered for %s', async (_, headers, session) => {
  const { body } = await open('/about', headers)
  expect(body).toContain(JSON.stringify({ path: '/about', settings, session, isRendered: true }))
})
