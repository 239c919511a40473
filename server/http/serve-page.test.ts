import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { RenderMode } from '../../contract/rendered-screen.ts'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { readConfig } from '../config.ts'
import { createNotFoundHandler, readPage, servePage } from './serve-page.ts'

const server = Fastify()

/** The elements of the document's `<head>` that the server fills in. */
const emptySettings = ['donation-url', 'info-site-url', 'passkeys']
  .map((name) => `<meta name="minbar-${name}" content="" />`)
  .join('')
const filledSettings =
  '<meta name="minbar-donation-url" content="https://give.example/?to=us&amp;in=usd" />' +
  '<meta name="minbar-info-site-url" content="" /><meta name="minbar-passkeys" content="no" />'

const folder = await newDataFolder()
await mkdir(join(folder, 'assets'))
for (const [variant, words] of Object.entries({ plain: 'nothing', donation: 'minbar:donation-url' })) {
  await mkdir(join(folder, 'documents', variant), { recursive: true })
  for (const name of ['home', 'login', 'details', 'not-found'])
    await writeFile(join(folder, `documents/${variant}/${name}.html`), `${emptySettings}${name}: ${words}`)
}
const screens = {
  '/': { document: 'home.html', renderMode: 'prerendered' },
  '/login': { document: 'login.html', renderMode: 'prerendered' },
  '/masjid-details/:uid': { document: 'details.html', renderMode: 'prerendered' },
}
await writeFile(
  join(folder, 'documents.json'),
  JSON.stringify({ screens, notFound: 'not-found.html', inline: { scripts: [], styles: [] } }),
)
await writeFile(join(folder, 'assets/main-1a2b.js'), 'plain')
await writeFile(join(folder, 'assets/main-1a2b.js.br'), 'brotli')
const config = readConfig({ DONATION_URL: 'https://give.example/?to=us&in=usd' })
const page = await readPage(folder)
await servePage(server, page, config, await createNotFoundHandler(page, config))
afterAll(() => server.close())

const htmlHeaders = { accept: 'text/html,*/*' }

test.each([
  '/masjid-details',
  '/masjid-details/anybody/else',
  '/no/such/screen',
  '/index.html',
  '/not-found',
  '/documents.json',
  '/documents/donation/login.html',
  '/assets/main-1a2b.js.br',
])('%s is not a screen: a browser gets 404 and the not-found document with DONATION_URL', async (url) => {
  const response = await server.inject({ url, headers: htmlHeaders })
  expect(response.statusCode).toBe(404)
  expect(response.headers['cache-control']).toBe('no-cache')
  expect(response.body).toBe(`${filledSettings}not-found: https://give.example/?to=us&amp;in=usd`)
})

test('an asset is compressed if the browser accepts it, and cacheable forever', async () => {
  const url = '/assets/main-1a2b.js'
  const compressed = await server.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect(compressed.body).toBe('brotli')
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await server.inject(url)).body).toBe('plain')
})

test('an unknown path returns 404 in JSON to a client that does not navigate', async () => {
  const response = await server.inject({ url: '/assets/gone.js', headers: { accept: '*/*' } })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'not_found' })
})

test.each([
  ['/', 'home'],
  ['/login', 'login'],
  ['/login?next=%2Fabout-me', 'login'],
  ['/Login/', 'login'],
  ['/masjid-details/anybody', 'details'],
])(
  'the path %s serves the document %s from the build, with DONATION_URL, to any client',
  async (url, name) => {
    const response = await server.inject({ url, headers: { accept: '*/*' } })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.body).toBe(`${filledSettings}${name}: https://give.example/?to=us&amp;in=usd`)
  },
)

test('a document is compressed if the browser accepts it', async () => {
  const response = await server.inject({ url: '/login', headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect(response.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(response.rawPayload).toString()).toBe(
    `${filledSettings}login: https://give.example/?to=us&amp;in=usd`,
  )
})

test.each<[part: string, renderMode: RenderMode, document: string]>([
  ['minbar-donation-url', 'prerendered', emptySettings.replace('minbar-donation-url', 'minbar-gifts')],
  ['<title>', 'rendered for members', `${emptySettings}<!--screen--><!--/screen-->`],
  ['<!--screen-->', 'rendered for anyone', `${emptySettings}<title></title><!--screen-->`],
])('a server does not start if the built document lacks %s and is %s', async (part, renderMode, text) => {
  await writeFile(join(folder, 'documents/donation/incomplete.html'), text)
  const incomplete = { ...page, screens: { '/': { document: 'incomplete.html', renderMode } } }
  await expect(
    servePage(Fastify(), incomplete, config, await createNotFoundHandler(page, config)),
  ).rejects.toThrow(`incomplete.html lacks ${part}: build or install this version of Minbar again.`)
})
