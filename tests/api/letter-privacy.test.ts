import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  changeEmail,
  confirmEmail,
  sendVerification,
  undoEmailChange,
  verifyEmail,
} from '../../contract/email.ts'
import { deleteAccount, sendPasswordReset } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import {
  acceptInvite,
  approveRequest,
  rejectInvite,
  rejectRequest,
  removeKhateeb,
  requestKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
  withdrawKhateeb,
} from '../../contract/proposals.ts'
import { createDispatcher } from '../../server/letters/dispatcher.ts'
import type { LetterKind } from '../../server/letters/letter.ts'
import { openTransport } from '../../server/letters/open-transport.ts'
import { startApp, type TestApp } from '../runtime/app.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { changePasswordOf, newKhateeb, newMasjid, type Person, password } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { sendDueLetters } from '../runtime/send-due-letters.ts'
import { postSlot, type Slot } from '../runtime/slots.ts'

/** Everybody has one of these, which no letter may have. */
const phones = ['7345550142', '7345550143', '7345550144', '7345550145'] as const
const phone = /734\D{0,3}555\D{0,3}014[2-5]/
const address = /[\w.+-]+@minbar\.example/g

const newEmail = 'new-address@minbar.example'

/** All that was sent, by the name of its file, which says its kind; files go with who had the letter. */
const letters = new Map<string, Email>()

let app: TestApp
let dataDir: string
let khateeb: Person
let otherKhateeb: Person
let masjid: Person
let otherMasjid: Person
beforeAll(async () => {
  app = await startApp()
  dataDir = await mkdtemp(join(tmpdir(), 'minbar-every-letter-'))
  khateeb = await newKhateeb(app.baseUrl, { phone: phones[0] })
  otherKhateeb = await newKhateeb(app.baseUrl, { phone: phones[1] })
  masjid = await newMasjid(app.baseUrl, { phone: phones[2] })
  otherMasjid = await newMasjid(app.baseUrl, { phone: phones[3] })
})
afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true })
})

const asks = (slot: Slot, who = khateeb) => who.client.call(requestToLead, { khateebId: 'me', ...slot })
const invites = (slot: Slot) => masjid.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...slot })
const approves = (slot: Slot) => masjid.client.call(approveRequest, { requesterId: khateeb.uid, ...slot })
const his = (slot: Slot) => ({ khateebUid: 'me', ...slot })

/** A slot that he is confirmed for. */
async function confirmed(time: string): Promise<Slot> {
  const slot = await postSlot(masjid, time)
  await asks(slot)
  await approves(slot)
  return slot
}

/** Sends all letters that are due, with `calls` as the hourly limit of a recipient. */
async function dispatch(calls = 1_000_000): Promise<void> {
  const transport = openTransport({ smtpUrl: null, mailFrom: 'no-reply@minbar.test', dataDir })
  const dispatcher = createDispatcher({
    database: app.database,
    transport,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://minbar.test',
    limit: { calls, seconds: 3_600 },
  })
  await sendDueLetters(dispatcher)
  transport.close()
  const folder = join(dataDir, 'letters')
  for (const name of await readdir(folder)) {
    letters.set(name, await PostalMime.parse(await readFile(join(folder, name))))
  }
}

async function aboutProposals(): Promise<void> {
  const first = await postSlot(masjid, '05:00')
  await invites(first)
  await masjid.client.call(revokeInvite, { khateebUid: khateeb.uid, ...first })
  await invites(first)
  await khateeb.client.call(rejectInvite, his(first))
  await asks(first)
  await khateeb.client.call(revokeSentRequest, his(first))
  await asks(first)
  await masjid.client.call(rejectRequest, { requesterId: khateeb.uid, ...first })
  await invites(first)
  await khateeb.client.call(acceptInvite, his(first))

  await khateeb.client.call(withdrawKhateeb, { ...his(await confirmed('07:00')), reason: 'I am ill.' })
  await masjid.client.call(removeKhateeb, await confirmed('09:00'))
  await masjid.client.call(removeSlot, await confirmed('11:00'))

  const wanted = await postSlot(masjid, '13:00')
  await asks(wanted, otherKhateeb)
  await asks(await postSlot(otherMasjid, '13:30'))
  await asks(wanted)
  await approves(wanted)
}

async function aboutAccounts(): Promise<void> {
  // Nothing is urgent at an address that nobody has confirmed.
  const [welcome] = await queuedLetters(app.database, khateeb.email, 'welcome')
  await khateeb.client.call(verifyEmail, { token: welcome?.token ?? '' })
  const { email } = otherKhateeb
  await otherKhateeb.client.call(sendVerification, {})
  await otherKhateeb.client.call(sendPasswordReset, { email })
  await vi.waitFor(async () =>
    expect(await queuedLetters(app.database, email, 'password_reset')).toHaveLength(1),
  )
  const { client } = await changePasswordOf(app.baseUrl, otherKhateeb)
  await client.call(changeEmail, { email: newEmail, password })
  await client.call(confirmEmail, { token: await tokenInLetter(app, newEmail, 'confirm_email') })
  await client.call(undoEmailChange, { token: await tokenInLetter(app, email, 'email_changed') })
}

/** Of all kinds, to whom they went. */
function readers(): Record<LetterKind, readonly string[]> {
  const [he, it, other] = [[khateeb.email], [masjid.email], [otherKhateeb.email]]
  return {
    welcome: [khateeb, otherKhateeb, masjid, otherMasjid].map((person) => person.email),
    invite_received: he,
    invite_revoked: he,
    request_approved: he,
    request_rejected: he,
    khateeb_removed: he,
    slot_removed: he,
    masjid_left: he,
    gathered: he,
    rival_confirmed: other,
    request_received: [masjid.email, otherMasjid.email],
    request_revoked: it,
    invite_accepted: it,
    invite_rejected: it,
    khateeb_withdrew: it,
    khateeb_left: it,
    khateeb_booked_elsewhere: [otherMasjid.email],
    verify_email: other,
    password_reset: other,
    password_changed: other,
    confirm_email: [newEmail],
    email_changed: other,
    email_restored: other,
    email_change_undone: [newEmail],
    account_deleted: [otherMasjid.email, khateeb.email],
  }
}

test('no letter, of whatever kind, has a phone in it, nor an e-mail but its one reader’s on the envelope', async () => {
  await aboutProposals()
  await aboutAccounts()
  await dispatch()
  // Of what comes in a rush, the second piece.
  await masjid.client.call(removeKhateeb, await confirmed('15:00'))
  await dispatch(1)
  await asks(await postSlot(otherMasjid, '17:00'))
  await otherMasjid.client.call(deleteAccount, { password })
  await dispatch()
  await khateeb.client.call(deleteAccount, { password })
  await dispatch()

  const sentTo: Record<string, string[]> = {}
  for (const [name, letter] of letters) {
    const kind = name.split('-')[1] ?? ''
    const { to = [], from, subject, text = '', html = '', headers } = letter
    expect([kind, to.length, from?.address]).toEqual([kind, 1, 'no-reply@minbar.test'])
    sentTo[kind] = [...new Set([...(sentTo[kind] ?? []), to[0]?.address ?? ''])].toSorted()
    const others = headers.filter((it) => it.key !== 'to').map((it) => it.value)
    const said = [subject, text, html, ...others].join('\n')
    expect([kind, phone.exec(said)]).toEqual([kind, null])
    // The address that was replaced is told which one took its place.
    const allowed = kind === 'email_changed' ? [newEmail] : []
    expect([kind, [...new Set(said.match(address))]]).toEqual([kind, allowed])
  }
  const due = Object.entries(readers()).map(([kind, to]) => [kind, to.toSorted()])
  expect(sentTo).toEqual(Object.fromEntries(due))
})
