import type { FastifyInstance, FastifyReply } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { isDirectLocalCall } from '../http/direct-local-call.ts'
import { Failure } from '../http/failure.ts'
import { letterFileNames, lettersFolder, readLetterFile } from './eml-files.ts'
import { type Html, html, markupOf } from './html.ts'

/** Maximum number of letters in the list. */
const maxListed = 100

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"

/**
 * The Content-Security-Policy of a displayed letter. It forbids scripts and external resources, and gives the letter an opaque origin. A
 * click on a link in the letter navigates the whole window.
 */
const letterPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; " +
  'sandbox allow-top-navigation-by-user-activation'

/**
 * Serves the letters in `dataDir` at /mailbox, newest first. So a developer without a mail server can follow their links.
 * Security: the links give access to accounts, so use this in development only. The mailbox answers only direct calls from this machine to
 * a local host name. With any other host name, an attacker could read the letters through the developer's browser (DNS rebinding).
 */
export function serveMailbox(server: FastifyInstance, dataDir: string): void {
  server.register(async (mailbox) => {
    mailbox.addHook('onRequest', async (request) => {
      if (!isDirectLocalCall(request)) throw new Failure('not_found')
    })
    serveLetters(mailbox, lettersFolder(dataDir))
  })
}

function serveLetters(server: FastifyInstance, folder: string): void {
  server.get('/mailbox', async (_, reply) => {
    const names = (await letterFileNames(folder)).slice(0, maxListed)
    const letters = await Promise.all(names.map((name) => readIfExists(folder, name)))
    return send(reply, pagePolicy, listPage(letters.flat()))
  })

  server.get<{ Params: { name: string } }>('/mailbox/:name', async ({ params: { name } }, reply) =>
    send(reply, pagePolicy, letterPage(name, await read(folder, name))),
  )

  server.get<{ Params: { name: string } }>('/mailbox/:name/html', async ({ params: { name } }, reply) => {
    const { html: letter = '' } = await read(folder, name)
    return send(reply, letterPolicy, letter.replace('<head>', '<head><base target="_top">'))
  })
}

/** Security: reads only names that the folder lists, so that no path can leave the folder. */
async function read(folder: string, name: string): Promise<Email> {
  if (!(await letterFileNames(folder)).includes(name)) throw new Failure('not_found')
  const [letter] = await readIfExists(folder, name)
  if (letter === undefined) throw new Failure('not_found')
  return letter.email
}

/** Returns a list with this letter as its only item. The list is empty if the letter was deleted meanwhile. */
async function readIfExists(folder: string, name: string): Promise<readonly ListedLetter[]> {
  const message = await readLetterFile(folder, name)
  return message === undefined ? [] : [{ name, email: await PostalMime.parse(message) }]
}

interface ListedLetter {
  readonly name: string
  readonly email: Email
}

function send(reply: FastifyReply, policy: string, page: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('x-frame-options', policy === letterPolicy ? 'SAMEORIGIN' : 'DENY')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}

function listPage(letters: readonly ListedLetter[]): string {
  const rows = letters.map(
    ({ name, email }) => html`<li><a href="/mailbox/${name}">${email.subject ?? name}</a>
<small>to ${recipient(email)}, ${email.date ?? ''}</small></li>\n`,
  )
  const none = html`<p>No letters yet. New letters appear here automatically.</p>`
  return page('Mailbox', html`<meta http-equiv="refresh" content="5">`, [
    html`<h1>Mailbox</h1>`,
    letters.length === 0 ? none : html`<ul>${rows}</ul>`,
  ])
}

function letterPage(name: string, email: Email): string {
  return page(email.subject ?? name, html``, [
    html`<p><a href="/mailbox">Mailbox</a></p>
<h1>${email.subject ?? ''}</h1>
<p><small>to ${recipient(email)}, from ${email.from?.address ?? ''}, ${email.date ?? ''}</small></p>
<iframe title="The letter" src="/mailbox/${name}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>
<h2>As plain text</h2>
<pre>${email.text ?? ''}</pre>`,
  ])
}

function recipient({ to }: Email): string {
  return (to ?? []).map(({ address }) => address ?? '').join(', ')
}

function page(title: string, head: Html, body: readonly Html[]): string {
  return markupOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 42rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; }
h2 { font-size: 1rem; }
ul { padding: 0; list-style: none; }
li { padding: 0.75rem 0; border-bottom: 1px solid light-dark(#ddd, #444); }
small { display: block; }
iframe { width: 100%; height: 42rem; border: 1px solid light-dark(#ddd, #444); }
pre { white-space: pre-wrap; }
</style>
</head>
<body>${body}</body>
</html>`)
}
