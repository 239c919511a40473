import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getSession } from '../../contract/identity.ts'
import { readConfig } from '../config.ts'
import { type BuiltPage, nothingThere, servePage } from './page.ts'

let server: FastifyInstance
let folder: string
/** How often it was asked who is there. */
let asked = 0

/** The document of everybody. */
const ofAll = '<title>Minbar</title><!--begins-->a bar<!--/begins-->.'

/** In place of the page's code: says what it is to draw, and whether two were drawn at a time. */
const code = `
let drawing = 0
export async function drawForOne(screen) {
  drawing += 1
  await new Promise((resolve) => setImmediate(resolve))
  const drawn = { title: '<title>' + screen.path + '</title>', root: drawing + ' at a time: ' + JSON.stringify(screen) }
  drawing -= 1
  if (screen.path.endsWith('/broken')) throw new Error('It breaks.')
  return screen.path.endsWith('/endless') ? new Promise(() => {}) : drawn
}`

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minbar-drawing-'))
  await mkdir(join(folder, 'web/documents/plain'), { recursive: true })
  await mkdir(join(folder, 'drawing'))
  await writeFile(join(folder, 'drawing/package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'drawing/prerender.js'), code)
  await writeFile(join(folder, 'web/documents/plain/not-found.html'), 'nothing')
  await writeFile(join(folder, 'web/documents/plain/details.html'), ofAll)
  server = Fastify()
  asked = 0
  server.get(getSession.path, async ({ headers }) => {
    asked += 1
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
      '/details/:uid': {
        document: 'details.html',
        firstCalls: {
          session: getSession.path,
          at: {
            '/details/:uid': { khateeb: [['/masjids/%3Auid'], ['/find', '{"near":"me"}']], masjid: [] },
            '/details/:uid?q=:q': { khateeb: [['/masjids/%3Auid?q=%3Aq']], masjid: [] },
          },
        },
        isProtected: true,
      },
      '/form': { document: 'details.html', isProtected: true },
      '/about': {
        document: 'details.html',
        firstCalls: { session: getSession.path, at: { '/about': { khateeb: [], masjid: [] } } },
        isProtected: false,
      },
    },
    notFound: 'not-found.html',
    inline: { scripts: [], styles: [] },
  }
  await servePage(server, page, config, await nothingThere(page, config))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const open = (
  url: string,
  headers: Record<string, string> = { cookie: 'khateeb', 'user-agent': 'a phone' },
) => server.inject({ url, headers })

const fromAnswers = (uid: string) =>
  JSON.stringify({
    path: `/details/${uid}`,
    settings: {},
    session: '{"role":"khateeb"}',
    answers: [
      [`/masjids/${uid}`, JSON.stringify({ uid, agent: 'a phone' }), 'more'],
      ['/find{"near":"me"}', '{"found":{"near":"me"}}', null],
    ],
  })

const drawnFor = (uid: string) =>
  `<title>/details/${uid}</title><div id="root" data-drawn inert aria-hidden="true">1 at a time: ${fromAnswers(uid)}</div>.`

test('a screen is drawn from what its first calls answer to whoever asks for it, to be read and not to be kept', async () => {
  const answer = await open('/details/7')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding, cookie' })
  expect(answer.body).toBe(drawnFor('7'))
})

test('where something is sought, it is drawn from what the calls answer to that', async () => {
  const { body } = await open('/details/7?q=Dearborn+Heights')
  expect(body).toContain(JSON.stringify('/masjids/7?q=Dearborn+Heights'))
  expect(body).toContain(JSON.stringify('/details/7?q=Dearborn+Heights'))
})

test('it comes compressed to whom that suits', async () => {
  const answer = await open('/details/7', { cookie: 'khateeb', 'accept-encoding': 'gzip, br' })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('1 at a time')
})

test('what is drawn for one is never mixed with what is drawn for another', async () => {
  const answers = await Promise.all(['1', '2', '3'].map((uid) => open(`/details/${uid}`)))
  expect(answers.map(({ body }) => body)).toEqual(['1', '2', '3'].map(drawnFor))
})

test('however many come at once, for twenty of them at most anything is asked, and for more once these have theirs', async () => {
  const uids = Array.from({ length: 100 }, (_, number) => String(number))
  const bodies = (await Promise.all(uids.map((uid) => open(`/details/${uid}`)))).map(({ body }) => body)
  expect(asked).toBe(20)
  expect(bodies).toEqual(uids.map((uid, number) => (number < 20 ? drawnFor(uid) : ofAll)))
  expect((await open('/details/7')).body).toBe(drawnFor('7'))
})

test.each([
  ['has no cookie', '/details/7', {}],
  ['has no session', '/details/7', { cookie: 'somebody' }],
  ['comes with what the screen alone can read', '/details/7?page=2', { cookie: 'khateeb' }],
  ['searches for nothing', '/details/7?q=', { cookie: 'khateeb' }],
  ['is refused a call', '/details/nowhere', { cookie: 'khateeb' }],
  ['meets a screen that breaks', '/details/broken', { cookie: 'khateeb' }],
  ['would wait too long', '/details/endless', { cookie: 'khateeb' }],
])('whoever %s gets what everybody gets', async (_, url, headers) => {
  const answer = await open(url, headers)
  expect([answer.statusCode, answer.body]).toEqual([200, ofAll])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
})

/** A browser that shows its cookies says where it was led here from. */
const led = (from: string, cookie?: string) => ({
  'sec-fetch-site': from,
  ...(cookie !== undefined && { cookie }),
})

test.each([
  ['/details/7', led('none')],
  ['/details/7?q=Dearborn+Heights', led('same-origin')],
  ['/form', led('same-site', 'somebody')],
])(
  'whoever asks for %s and is surely signed in as nobody is led to the login, and from there back',
  async (url, headers) => {
    const answer = await open(url, headers)
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      `/login?next=${encodeURIComponent(url)}`,
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
  },
)

test.each([
  ['/details/7', led('cross-site')],
  ['/form', led('cross-site', 'somebody')],
  ['/about', led('cross-site')],
  ['/form', led('none', 'khateeb')],
])('whoever asks for %s and may be signed in gets what everybody gets', async (url, headers) => {
  const answer = await open(url, headers)
  expect([answer.statusCode, answer.body]).toEqual([200, ofAll])
})

test.each([
  ['nobody', led('none'), 'null'],
  ['a khateeb', led('cross-site', 'khateeb'), '{"role":"khateeb"}'],
])('a screen that anybody may open is drawn for %s', async (_, headers, session) => {
  const { body } = await open('/about', headers)
  expect(body).toContain(JSON.stringify({ path: '/about', settings: {}, session, answers: [] }))
})
