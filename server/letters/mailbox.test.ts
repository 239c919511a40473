import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { answerErrors } from '../http/errors.ts'
import type { Letter } from './letter.ts'
import { serveMailbox } from './mailbox.ts'
import { openPost } from './post.ts'
import { render } from './render.ts'

async function prepare() {
  const dataDir = await mkdtemp(join(tmpdir(), 'minbar-mailbox-'))
  const server = Fastify()
  answerErrors(server)
  serveMailbox(server, dataDir)
  const post = openPost({ smtpUrl: null, mailFrom: 'no-reply@minbar.test', dataDir })
  onTestFinished(async () => {
    post.close()
    await server.close()
    await rm(dataDir, { recursive: true })
  })
  const write = (id: string, writtenAt: string, letter: Letter) => {
    const rendered = render(letter, { publicUrl: 'http://localhost:8080' })
    const outgoing = {
      id,
      kind: letter.kind,
      to: 'a@demo.example',
      writtenAt: new Date(writtenAt),
      ...rendered,
    }
    return post.send(outgoing, new AbortController().signal)
  }
  const get = (url: string, host = 'localhost:8080') => server.inject({ url, headers: { host } })
  return { write, get }
}

const reset: Letter = { kind: 'password_reset', props: { name: '<b>Yusuf</b>', token: 'tok' } }
const changed: Letter = { kind: 'password_changed', props: { name: 'Yusuf' } }

test('the mailbox lists letters newest first, and is there before the first one', async () => {
  const { write, get } = await prepare()
  expect((await get('/mailbox')).body).toContain('No letters yet')
  await write('1', '2026-12-01T12:00:00Z', reset)
  await write('2', '2026-12-01T12:00:01Z', changed)
  const { body, statusCode } = await get('/mailbox')
  expect(statusCode).toBe(200)
  const subjects = [...body.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, , subject]) => subject)
  expect(subjects).toEqual(['Your Minbar password was changed', 'Choose a new Minbar password'])
})

test('a letter is shown as text and, without scripts and in an origin of its own, as HTML with its link', async () => {
  const { write, get } = await prepare()
  await write('1', '2026-12-01T12:00:00Z', reset)
  const path = '/mailbox/20261201T120000000Z-password_reset-1.eml'
  const letter = await get(path)
  expect(letter.body).toContain('Assalamu alaikum &lt;b&gt;Yusuf&lt;/b&gt;,')
  expect(letter.body).toContain(`src="${path}/html" sandbox=`)
  const framed = await get(`${path}/html`)
  expect(framed.body).toContain('href="http://localhost:8080/reset-password#token=tok"')
  const policy = String(framed.headers['content-security-policy'])
  expect(policy).toMatch(/default-src 'none';.* sandbox /)
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin/)
})

test.each(['/mailbox/..%2f..%2fetc%2fpasswd', '/mailbox/none.eml', '/mailbox/none.eml/html'])(
  '%s is no letter',
  async (url) => {
    const { get } = await prepare()
    expect((await get(url)).statusCode).toBe(404)
  },
)

test('the mailbox is open at this machine’s own names alone, as another name may be a stranger’s', async () => {
  const { get } = await prepare()
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', '192.168.0.12'])
    expect((await get('/mailbox', host)).statusCode).toBe(200)
  for (const host of ['rebound.example:8080', 'localhost.rebound.example', '127.0.0.1.nip.example'])
    expect((await get('/mailbox', host)).statusCode).toBe(404)
})
