import { randomUUID } from 'node:crypto'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { newToken } from '../../server/tokens.ts'
import { startApp, type TestApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { farFuture } from '../runtime/session.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { restoreAccounts } from './restore-accounts.ts'

/** The application with two masjids and two khateebs. Scenarios are about the first of each; the others are outsiders. */
export interface Fixture {
  readonly app: TestApp
  readonly masjid: Person
  readonly khateeb: Person
  readonly otherMasjid: Person
  readonly otherKhateeb: Person
}

/** Unique, so that tests can search for it in every response. */
export const khateebPhone = '7345550142'

/** Starts the application and signs up its four accounts. */
export async function startFixture(options: Parameters<typeof startApp>[0] = {}): Promise<Fixture> {
  const app = await startApp(options)
  const [masjid, khateeb, otherMasjid, otherKhateeb] = await Promise.all([
    newMasjid(app.baseUrl),
    newKhateeb(app.baseUrl, { phone: khateebPhone }),
    newMasjid(app.baseUrl, { masjidName: 'Another masjid' }),
    newKhateeb(app.baseUrl, { firstName: 'Another', lastName: 'khateeb' }),
  ])
  return { app, masjid, khateeb, otherMasjid, otherKhateeb }
}

/** The state between the khateeb and the masjid's one slot. `blocked`: the khateeb has blocked the masjid. */
export type SlotState = 'open' | 'invited' | 'requested' | 'confirmed' | 'blocked'

/** The ids and tokens that a call can name after `setUpScenario`. */
export interface Scenario {
  readonly masjidUid: string
  readonly khateebUid: string
  readonly slot: Slot
  readonly slotId: string
  /** The proposal's id, or `unknownId`. */
  readonly requestId: string
  /** The assignment's id, or `unknownId`. */
  readonly assignmentId: string
  readonly khateebEmail: string
  /** An unused e-mail address. */
  readonly email: string
  /** Tokens of links in letters to the khateeb, one for each purpose. */
  readonly resetToken: string
  readonly verifyToken: string
  readonly confirmToken: string
  readonly undoToken: string
  /** An extra session of the caller. */
  readonly sessionId: string
}

const time = '13:00'

/** An id that no row has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** Deletes all slots, proposals and blocks, and inserts one slot of the masjid, with the khateeb in `state`. */
export async function setUpScenario(
  fixture: Fixture,
  state: SlotState,
  callerUid = fixture.khateeb.uid,
): Promise<Scenario> {
  const { reader } = fixture.app.database
  const [masjidUid, khateebUid] = [fixture.masjid.uid, fixture.khateeb.uid]
  const slot = { masjidUid, khutbahDate: friday, khutbahTime: time }
  const startsAt = instantOf(friday, time, 'America/Detroit')
  if (startsAt === null) throw new Error(`${friday} ${time} does not exist`)
  await reader.deleteFrom('slots').execute()
  await reader.deleteFrom('blocks').execute()
  await restoreAccounts(fixture, khateebPhone)
  const { id } = await reader
    .insertInto('slots')
    .values({ masjid_uid: masjidUid, date: friday, time, starts_at: startsAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = { slot_id: id, masjid_uid: masjidUid, khateeb_uid: khateebUid }
  let requestId = unknownId
  let assignmentId = unknownId
  if (state === 'confirmed') {
    const made = reader
      .insertInto('assignments')
      .values({ ...people, starts_at: startsAt, proposal_id: null })
    assignmentId = (await made.returning('id').executeTakeFirstOrThrow()).id
  } else if (state === 'blocked') {
    const block = { masjid_uid: masjidUid, khateeb_uid: khateebUid, by_role: 'khateeb' } as const
    await reader.insertInto('blocks').values(block).execute()
  } else if (state !== 'open') {
    const direction = state === 'invited' ? 'invite' : 'request'
    const made = reader.insertInto('proposals').values({ ...people, direction })
    requestId = (await made.returning('id').executeTakeFirstOrThrow()).id
  }
  const [reset, verify, confirm, undo, session] = [newToken(), newToken(), newToken(), newToken(), newToken()]
  const link = { uid: khateebUid, expires_at: farFuture }
  await reader
    .insertInto('links')
    .values([
      { ...link, purpose: 'reset_password', token_hash: reset.hash },
      { ...link, purpose: 'verify_email', token_hash: verify.hash },
      {
        ...link,
        purpose: 'confirm_email',
        token_hash: confirm.hash,
        email: `${randomUUID()}@minbar.example`,
      },
      { ...link, purpose: 'undo_email_change', token_hash: undo.hash, email: fixture.khateeb.email },
    ])
    .execute()
  const { id: sessionId } = await reader
    .insertInto('sessions')
    .values({ uid: callerUid, token_hash: session.hash, device: 'one more', expires_at: farFuture })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    masjidUid,
    khateebUid,
    slot,
    slotId: id,
    requestId,
    assignmentId,
    khateebEmail: fixture.khateeb.email,
    email: `${randomUUID()}@minbar.example`,
    resetToken: reset.token,
    verifyToken: verify.token,
    confirmToken: confirm.token,
    undoToken: undo.token,
    sessionId,
  }
}
