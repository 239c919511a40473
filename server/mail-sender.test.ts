import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import PostalMime, { type Address } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '../tests/runtime/data-folder.ts'
import { readConfig } from './config.ts'
import { openTransport } from './letters/open-transport.ts'
import { render } from './letters/render.ts'
import type { Sender } from './mail-sender.ts'

/** Returns a function that sends a letter with a given sender. This function returns the sender that a mail program shows. */
async function prepareShownSender() {
  const dataDir = await newDataFolder()
  const folder = join(dataDir, 'letters')
  const letter = render(
    { kind: 'password_changed', props: { name: 'Yusuf' } },
    { publicUrl: 'http://localhost:8080' },
  )
  return async (mailFrom: Sender): Promise<Address | undefined> => {
    const transport = openTransport({ smtpUrl: null, mailFrom, dataDir })
    onTestFinished(() => transport.close())
    const outgoing = { ...letter, id: '1', kind: 'password_changed', to: 'yusuf@masjid.test' } as const
    await transport.send(
      { ...outgoing, writtenAt: new Date('2026-12-01'), calendar: [] },
      AbortSignal.timeout(60_000),
    )
    const [name = ''] = await readdir(folder)
    const { from } = await PostalMime.parse(await readFile(join(folder, name)))
    await rm(folder, { recursive: true })
    return from
  }
}

/** Returns the sender that the configuration reads from MAIL_FROM. Undefined if it refuses the setting. */
function acceptedSender(setting: string): Sender | undefined {
  try {
    return readConfig({ MAIL_FROM: setting }).mailFrom
  } catch {
    return undefined
  }
}

/** The characters that have a meaning in an address header, and some that have none. */
const nameCharacter = fc.constantFrom(...Array.from('ab ü.,:;@<>()[]"\\\'&د'))

const address = fc
  .tuple(fc.stringMatching(/^[a-z0-9+._-]{1,20}$/), fc.stringMatching(/^[a-z]{1,10}\.example$/))
  .filter(([local]) => !/^\.|\.\.|\.$/.test(local))
  .map((parts) => parts.join('@'))

test('a mail program shows any quoted name and address of MAIL_FROM unchanged', async () => {
  const shownSender = await prepareShownSender()
  const name = fc
    .string({ unit: nameCharacter, minLength: 1, maxLength: 30 })
    .map((text) => text.trim().replaceAll(/ +/g, ' '))
    .filter((text) => text !== '')
  await fc.assert(
    fc.asyncProperty(name, address, async (shownName, shownAddress) => {
      const quotedName = `"${shownName.replaceAll(/["\\]/g, '\\$&')}"`
      const sender = { name: shownName, address: shownAddress }
      expect(acceptedSender(`${quotedName} <${shownAddress}>`)).toEqual(sender)
      expect(await shownSender(sender)).toMatchObject(sender)
    }),
    { numRuns: 200 },
  )
})

const wordsIn = (text: string) => text.match(/\p{L}+/gu)

test('a mail program shows the one address and all words of the name of each accepted MAIL_FROM', async () => {
  const shownSender = await prepareShownSender()
  const parts = ['masjid', 'dearborn', ' ', ' ', ',', ';', ':', '"', '<', '>', '(', ')', '@', "'"]
  const part = fc.constantFrom(...parts, 'a@b.example', '<a@b.example>', ' <a@b.example>')
  const setting = fc.array(part, { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join(''))
  const endingInAddress = fc.array(part, { maxLength: 4 }).map((chosen) => `${chosen.join('')} <a@b.example>`)
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(setting, endingInAddress), async (text) => {
      const sender = acceptedSender(text)
      if (sender === undefined) return
      accepted += 1
      expect(await shownSender(sender)).toMatchObject(sender)
      const givenName = sender.name === 'Minbar' ? '' : sender.name
      expect(wordsIn(`${givenName} ${sender.address}`)).toEqual(wordsIn(text))
    }),
    { numRuns: 2_000 },
  )
  expect(accepted).toBeGreaterThan(100)
})
