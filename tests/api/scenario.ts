import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { newToken } from '../../server/tokens.ts'
import { farFuture, insertSession } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { type Fixture, unknownId } from './fixture.ts'
import { insertNewsOfInvite } from './insert-news.ts'
import { insertAssignment, insertProposal, insertSlot, requireReconfirmation } from './insert-slot.ts'
import { restoreAccounts } from './restore-accounts.ts'
import { setUpSecondFactors } from './set-up-second-factors.ts'
import { noTeam, setUpTeam } from './set-up-team.ts'

/**
 * How the khateeb and the masjid's one slot relate. `moved`: confirmed, but the start has changed since. `blocked`: the khateeb has blocked
 * the masjid. `approved only`: open, and the masjid accepts only approved khateebs. `second factor`: open, and the caller has a passkey and
 * a recovery code. `team`: open, the emails are confirmed, both masjids have a second owner, and the masjid has sent invitations.
 * `planned`: open, and both masjids have a plan.
 */
export type SlotState =
  | 'open'
  | 'invited'
  | 'requested'
  | 'confirmed'
  | 'moved'
  | 'blocked'
  | 'approved only'
  | 'second factor'
  | 'team'
  | 'planned'

/** The plan of both masjids in the state `planned`. */
export const savedPlan = {
  services: [
    {
      key: 1,
      time: '13:15',
      minutesAfterDhuhr: null,
      season: { firstDay: '01-01', lastDay: '12-31' },
      language: 'ur',
    },
  ],
  closures: [friday],
  weeksAhead: 4,
}

/** Deletes all slots, proposals, blocks, marks and news, and inserts one slot of the masjid, with the khateeb in `state`. */
export async function setUpScenario(fixture: Fixture, state: SlotState, callerUid = fixture.khateeb.uid) {
  const { database } = fixture
  const { db } = database
  const [masjidUid, khateebUid] = [fixture.masjid.uid, fixture.khateeb.uid]
  const khutbahTime = '13:00'
  await deletions.execute(db)
  await restoreAccounts(fixture)
  const slot = await insertSlot(database, masjidUid, khutbahTime)
  const people = { masjid_uid: masjidUid, khateeb_uid: khateebUid }
  let requestId = unknownId
  let assignmentId = unknownId
  if (state === 'confirmed' || state === 'moved') {
    assignmentId = await insertAssignment(database, { ...people, ...slot })
    if (state === 'moved') await requireReconfirmation(database, slot)
  } else if (state === 'approved only') {
    await db.updateTable('masjids').set({ approved_only: true }).where('uid', '=', masjidUid).execute()
  } else if (state === 'blocked') {
    await db
      .insertInto('blocks')
      .values({ ...people, by_role: 'khateeb' })
      .execute()
  } else if (state === 'planned') {
    const { closures, weeksAhead } = savedPlan
    const services = JSON.stringify(savedPlan.services)
    const plan = { services, closures, weeks_ahead: weeksAhead, posted_through: friday }
    await db
      .insertInto('plans')
      .values([masjidUid, fixture.otherMasjid.uid].map((uid) => ({ masjid_uid: uid, ...plan })))
      .execute()
  } else if (state !== 'open' && state !== 'second factor' && state !== 'team') {
    const direction = state === 'invited' ? 'invite' : 'request'
    requestId = await insertProposal(database, { ...people, slot_id: slot.slot_id, direction })
  }
  const team = state === 'team' ? await setUpTeam(fixture, slot.slot_id) : noTeam
  const [reset, verify, confirm, undo] = [newToken(), newToken(), newToken(), newToken()]
  const disown = newToken()
  const answer = newToken()
  if (requestId !== unknownId)
    await db
      .insertInto('answer_links')
      .values({
        token_hash: answer.hash,
        person_id: fixture.personIds.khateeb,
        party_uid: khateebUid,
        proposal_id: requestId,
        expires_at: slot.starts_at,
      })
      .execute()
  const link = { person_id: fixture.personIds.khateeb, expires_at: farFuture }
  const newEmail = `${randomUUID()}@minbar.example`
  await db
    .insertInto('links')
    .values([
      { ...link, purpose: 'reset_password', token_hash: reset.hash },
      { ...link, purpose: 'verify_email', token_hash: verify.hash },
      { ...link, purpose: 'confirm_email', token_hash: confirm.hash, email: newEmail },
      { ...link, purpose: 'undo_email_change', token_hash: undo.hash, email: fixture.khateeb.email },
      // The link is for the other khateeb, whose email no test confirms. An account with a confirmed email cannot be disowned.
      {
        ...link,
        person_id: fixture.personIds.otherKhateeb,
        purpose: 'disown_account',
        token_hash: disown.hash,
      },
    ])
    .execute()
  return {
    masjidUid,
    khateebUid,
    slot: { masjidUid, khutbahDate: friday, khutbahTime },
    slotId: slot.slot_id,
    seenStart: slot.starts_at.toISOString(),
    /** The id of the proposal for the slot. `unknownId` if there is none. */
    requestId,
    /** The id of the assignment for the slot. `unknownId` if there is none. */
    assignmentId,
    /** The id of news for the khateeb about the slot. */
    newsId: await insertNewsOfInvite(database, people, slot.slot_id),
    khateebEmail: fixture.khateeb.email,
    /** An unused email address. */
    email: `${randomUUID()}@minbar.example`,
    /** Tokens of links in letters to the khateeb, one for each purpose. `disownToken` is from a letter to the other khateeb. */
    resetToken: reset.token,
    verifyToken: verify.token,
    confirmToken: confirm.token,
    undoToken: undo.token,
    disownToken: disown.token,
    /** The token of the answer link for the khateeb's pending invite. */
    answerToken: answer.token,
    ...team,
    /** The id of an extra session of the caller. */
    sessionId: (await insertSession(database, callerUid)).id,
    ...(await setUpSecondFactors(fixture, state, callerUid)),
  }
}

/** Deletes what earlier tests have added. Uses a single query, because the generated tests do this thousands of times. */
const deletions = sql.raw(`
  delete from slots; delete from blocks; delete from khateeb_marks; delete from availability;
  delete from away_dates; delete from plans; delete from news; delete from invitations;
  delete from second_factors; delete from recovery_codes; delete from passkey_challenges;
  delete from authenticator_app_setups;
  update masjids set approved_only = false where approved_only;
  update parties set suspended_at = null where suspended_at is not null;
`)

/** The ids and tokens that a call can send after `setUpScenario`. */
export type Scenario = Awaited<ReturnType<typeof setUpScenario>>
