import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { getEmail } from '../../contract/account-email.ts'
import { CallFailed } from '../../contract/client.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import { exportData, getSessions } from '../../contract/identity.ts'
import { getMasjid, updateMasjid } from '../../contract/own-records.ts'
import { render } from '../../server/letters/render.ts'
import { startApp } from '../runtime/app.ts'
import { captureLog } from '../runtime/captured-log.ts'
import { changeEmailOf, requestEmailChange } from '../runtime/email-changes.ts'
import { injectionStrings, refusedStrings } from '../runtime/injection-strings.ts'
import { newKhateeb, newMasjid, password } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { invalidInput } from '../runtime/refusals.ts'

const { log, lines } = captureLog()
const app = await startApp({ parts: { log } })
const masjid = await newMasjid(app.baseUrl)
const khateeb = await newKhateeb(app.baseUrl)

const attacks = [...injectionStrings, ...refusedStrings]

const setWebsite = (website: string) => masjid.client.call(updateMasjid, { uid: 'me', website })

/** Returns whether the server accepts the website. Rejects if the call fails for a reason other than the field `website`. */
async function isAccepted(website: string): Promise<boolean> {
  try {
    await setWebsite(website)
    return true
  } catch (error) {
    if (!(error instanceof CallFailed) || error.fields['website'] === undefined) throw error
    return false
  }
}

/** Signs in with a User-Agent that `fetch` would refuse to send. Returns the status. */
async function signInFrom(userAgent: string): Promise<number | undefined> {
  const sent = request(`${app.baseUrl}/identity/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
  })
  sent.end(JSON.stringify({ email: khateeb.email, password }))
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => resolve(response.resume().statusCode))
  })
}

describe('the website', () => {
  test.each([
    ...attacks,
    'JavaScript:alert(1)//minbar.example',
    'https://javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://minbar.example@evil.example',
    'https://minbar.example\\@evil.example',
    'https://minbar.example/"onclick="alert(1)',
    'https://minbar.example/<script>',
    'https://minbar.example/\u202egpj.exe',
    'https://minbar.example/\u2066evil',
    'https://minbar.example/\r\nBcc:evil@evil.example',
    'https://minbar.example/a\0b',
  ])('%j is refused, and the previous website stays', async (website) => {
    await setWebsite('https://minbar.example/before')
    expect(await isAccepted(website)).toBe(false)
    const { website: kept } = await masjid.client.call(getMasjid, { uid: 'me' })
    expect(kept).toBe('https://minbar.example/before')
  })

  test('with an injection string in its query is stored unchanged or refused, and keeps its host', async () => {
    let kept = 0
    for (const it of attacks) {
      const website = `https://minbar.example/?${it.replace(/\s/g, '+')}`.normalize('NFC')
      if (!(await isAccepted(website))) continue
      kept += 1
      const details = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
      const { profile } = await masjid.client.call(exportData, {})
      expect([details.website, profile]).toEqual([website, expect.objectContaining({ website })])
      expect(new URL(details.website)).toMatchObject({ protocol: 'https:', host: 'minbar.example' })
    }
    expect(kept).toBeGreaterThan(5)
  })
})

describe('the email', () => {
  test.each([
    ...attacks,
    'evil@evil.example\r\nBcc: other@evil.example',
    'Evil <evil@evil.example>',
    'evil@evil.example, other@evil.example',
    'evil@evil.example;other@evil.example',
    '"<script>"@evil.example',
    '=1+1@evil.example',
    'evil\0@evil.example',
    'evil@evil.example\u202e',
    '=?utf-8?q?evil?=@evil.example',
    'evil@[127.0.0.1]',
  ])('%j is refused at sign-up', async (email) => {
    const signsUp = newKhateeb(app.baseUrl, { email })
    await expect(signsUp).rejects.toMatchObject(invalidInput({ email: expect.any(String) }))
  })

  test.each(["o'brien+1-1@minbar.example", '+1+1@minbar.example', '-1-1@minbar.example'])(
    '%s is shown unchanged in the record, the export and letters, and escaped in HTML',
    async (email) => {
      const who = await newKhateeb(app.baseUrl)
      const letter = { kind: 'email_changed', props: { name: who.name, newEmail: email, token: '' } } as const
      await changeEmailOf(app, who, who.email, email)
      expect(await who.client.call(getEmail, {})).toMatchObject({ email })
      const { profile } = await who.client.call(exportData, {})
      expect(profile).toMatchObject({ email })
      const [told] = await queuedLetters(app.database, who.email, 'email_changed')
      expect(told).toMatchObject({ newEmail: email })
      const { text, html } = render(letter, { publicUrl: 'https://minbar.test' })
      expect(text).toContain(email)
      expect(html).toContain(email.replace("'", '&#39;'))
    },
  )

  test('with an injection string is refused in a change of email', async () => {
    for (const email of ['Evil <evil@evil.example>', 'evil@evil.example\r\nBcc: other@evil.example'])
      await expect(requestEmailChange(khateeb, email)).rejects.toMatchObject({ status: 400 })
  })
})

test('a User-Agent with an injection string becomes a device name of at most 40 characters without markup, in sessions and the export', async () => {
  // Remove characters that no HTTP header can contain.
  const sendable = attacks.map((it) =>
    Buffer.from(it)
      .toString('latin1')
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
  )
  const agents = [
    ...sendable,
    'curl<script>/1',
    `${'a'.repeat(9_000)}/1`,
    'Mozilla/5.0 <b>Firefox/</b> on "Linux"',
  ]
  for (const agent of agents) expect(await signInFrom(agent)).toBe(200)
  const sessions = await khateeb.client.call(getSessions, { limit: '60' })
  expect(sessions.length).toBeGreaterThan(agents.length)
  const exported = await khateeb.client.call(exportData, {})
  const devices = [...sessions, ...exported.sessions].map(({ device }) => device)
  expect(devices.filter((it) => !/^[A-Za-z][\w. -]{0,39}$/.test(it))).toEqual([])
})
test('the log has no injection string', () => {
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter((line) => /evil|broken|script>|minbar\.example/.test(line))).toEqual([])
})
