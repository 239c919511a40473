import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { addDeletedLetterFile } from '../../tests/runtime/letter-files.ts'
import { handleErrors } from '../http/error-handler.ts'
import { senderAt } from '../mail-sender.ts'
import type { Letter } from './content/letter.ts'
import { lettersFolder } from './eml-files.ts'
import { serveMailbox } from './mailbox.ts'
import { openTransport } from './open-transport.ts'
import { render } from './render.ts'

async function prepare() {
  const dataDir = await newDataFolder()
  const server = Fastify({ trustProxy: true })
  handleErrors(server)
  serveMailbox(server, dataDir)
  const post = openTransport({ smtpUrl: null, mailFrom: senderAt('no-reply@minbar.test'), dataDir })
  onTestFinished(async () => {
    post.close()
    await server.close()
  })
  const write = (id: string, letter: Letter) => {
    const rendered = render(letter, { publicUrl: 'http://localhost:8080' })
    const writtenAt = new Date(`2026-12-01T12:00:0${id}Z`)
    const outgoing = { id, kind: letter.kind, to: 'a@demo.example', writtenAt, calendar: [], ...rendered }
    return post.send(outgoing, new AbortController().signal)
  }
  const get = (url: string, headers = {}, remoteAddress = '127.0.0.1') =>
    server.inject({ url, headers: { host: 'localhost:8080', ...headers }, remoteAddress })
  return { write, get, folder: lettersFolder(dataDir) }
}

const resetLetter: Letter = { kind: 'password_reset', props: { name: '<b>Yusuf</b>', token: 'tok' } }
const passwordChangedLetter: Letter = { kind: 'password_changed', props: { name: 'Yusuf' } }
/** The path of the letter `resetLetter`, if it is written with the id 1. */
const resetPath = '/mailbox/20261201T120001000Z-password_reset-1.eml'

test('the mailbox lists letters newest first, and says when there are none', async () => {
  const { write, get } = await prepare()
  expect((await get('/mailbox')).body).toContain('No letters yet')
  await write('1', resetLetter)
  await write('2', passwordChangedLetter)
  const { body, statusCode } = await get('/mailbox')
  expect(statusCode).toBe(200)
  const subjects = [...body.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, , subject]) => subject)
  expect(subjects).toEqual(['Your Minbar password was changed', 'Choose a new Minbar password'])
})

test('the mailbox lists the other letters if a letter file is deleted after the file’s name was read', async () => {
  const { write, get, folder } = await prepare()
  await write('1', passwordChangedLetter)
  const deleted = await addDeletedLetterFile(folder)
  const { body, statusCode } = await get('/mailbox')
  expect(statusCode).toBe(200)
  expect(body).toContain('Your Minbar password was changed')
  expect((await get(`/mailbox/${deleted}`)).statusCode).toBe(404)
})

test('the mailbox shows a letter as text, and as sandboxed HTML without scripts', async () => {
  const { write, get } = await prepare()
  await write('1', resetLetter)
  const letter = await get(resetPath)
  expect(letter.body).toContain('Assalamu alaikum &lt;b&gt;Yusuf&lt;/b&gt;,')
  expect(letter.body).toContain(`src="${resetPath}/html" sandbox=`)
  const framed = await get(`${resetPath}/html`)
  expect(framed.body).toContain('href="http://localhost:8080/reset-password#token=tok"')
  const policy = String(framed.headers['content-security-policy'])
  expect(policy).toMatch(/default-src 'none';.* sandbox /)
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin/)
})

test.each(['/mailbox/..%2f..%2fetc%2fpasswd', '/mailbox/none.eml', '/mailbox/none.eml/html'])(
  'the mailbox responds with 404 for the unknown letter %s',
  async (url) => {
    const { get } = await prepare()
    expect((await get(url)).statusCode).toBe(404)
  },
)

test.each(['localhost:8080', 'localhost', '127.0.0.1:8080', '[::1]:8080'])(
  'the mailbox answers direct calls from this machine to the host %s',
  async (host) => {
    const { get } = await prepare()
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await get('/mailbox', { host }, address)).statusCode).toBe(200)
  },
)

test.each([
  ['to a host name that an attacker may control', { host: 'rebound.example:8080' }],
  ['to a host name that begins with a local address', { host: '127.0.0.1.nip.example' }],
  ['to a public address', { host: '192.0.2.7:8080' }],
  ['with a forged X-Forwarded-Host', { host: 'minbar.example', 'x-forwarded-host': 'localhost' }],
  ['with X-Forwarded-For', { 'x-forwarded-for': '203.0.113.7' }],
  ['with X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
  ['with Forwarded (RFC 7239)', { forwarded: 'for=203.0.113.7' }],
  ['with Via', { via: '1.1 proxy' }],
  ['with X-Real-IP', { 'x-real-ip': '203.0.113.7' }],
])('the mailbox responds with 404 to calls %s', async (_, headers) => {
  const { get, write } = await prepare()
  await write('1', resetLetter)
  for (const path of ['/mailbox', resetPath, `${resetPath}/html`])
    expect((await get(path, headers)).statusCode).toBe(404)
})

test('the mailbox responds with 404 to other machines', async () => {
  const { get } = await prepare()
  for (const address of ['192.168.0.12', '203.0.113.7', 'fe80::1'])
    expect((await get('/mailbox', { 'x-forwarded-for': '127.0.0.1' }, address)).statusCode).toBe(404)
  expect((await get('/mailbox', {}, '192.168.0.12')).statusCode).toBe(404)
})
