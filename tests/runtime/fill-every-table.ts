import { randomUUID } from 'node:crypto'
import { updateAvailability } from '../../contract/availability.ts'
import { blockAccount } from '../../contract/blocks.ts'
import { makeCalendarAddress } from '../../contract/calendar.ts'
import { changeEmail } from '../../contract/email-change.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { changeNewsSettings } from '../../contract/news.ts'
import { markKhateeb } from '../../contract/our-khateebs.ts'
import { savePlan } from '../../contract/plans.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { publishSchedule } from '../../contract/schedule.ts'
import { renewRecoveryCodes, startAddingAuthenticatorApp } from '../../contract/second-factor.ts'
import type { Database } from '../../server/database/database.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { newChallenge } from '../../server/identity/second-factor/passkey-challenges.ts'
import { hashOf, newToken } from '../../server/tokens.ts'
import { newKhateeb, newMasjid, password } from './people.ts'
import { personIdOf } from './person-id.ts'
import { addSoftwareAuthenticator } from './second-factors.ts'
import { confirmKhateeb, fridayAfter, inviteKhateeb, postSlot, withdrawFrom } from './slots.ts'

/**
 * Writes at least one row into every table except `move_state`: most rows by calls to a server, and the other rows directly. Returns the
 * masjid, its confirmed khateeb, another khateeb, and a former khateeb (with a deleted account).
 */
export async function fillEveryTable(baseUrl: string, database: Database) {
  // The name has characters that COPY escapes.
  const masjid = await newMasjid(baseUrl, { masjidName: 'Al-Noor “نور” \\N \\. C:\\temp' })
  const [khateeb, other, former, suspended] = await Promise.all([
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
  ])
  const slot = await postSlot(masjid, '13:00')
  await confirmKhateeb(masjid, khateeb, slot)
  const second = await postSlot(masjid, '14:30')
  await confirmKhateeb(masjid, other, second)
  await withdrawFrom(other, second)
  await inviteKhateeb(masjid, other, second)
  const third = await postSlot(masjid, '16:00')
  await former.client.call(requestToLead, { khateebId: 'me', ...third }, randomUUID())
  await former.client.call(deleteAccount, { password })
  await masjid.client.call(removeSlot, third)
  await masjid.client.call(
    addKhutbah,
    { masjidUid: 'me', date: slot.khutbahDate, times: ['17:00'] },
    randomUUID(),
  )
  await other.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
  const note = 'Speaks without notes.\nOur youth ask for him.'
  await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'approved', note })
  await khateeb.client.call(changeEmail, { email: `${randomUUID()}@minbar.example`, password })
  await database.transaction((tx) =>
    runOperatorCommand(tx, { uid: suspended.uid }, { kind: 'suspend', on: true }),
  )
  const { recoveryCodes } = await addSoftwareAuthenticator(other.client)
  await other.client.call(startAddingAuthenticatorApp, { password, code: recoveryCodes[0] })
  await other.client.call(renewRecoveryCodes, { password, code: recoveryCodes[1] })
  const challenged = await personIdOf(database.db, other.uid)
  await newChallenge(database.db, 'confirm', challenged)
  await masjid.client.call(savePlan, {
    masjidUid: 'me',
    services: [{ key: 1, time: '16:45', minutesAfterDhuhr: null, season: null }],
    closures: [],
    weeksAhead: 2,
  })
  await khateeb.client.call(updateAvailability, { uid: 'me', awayDates: [fridayAfter(1)], languages: ['ar'] })
  await khateeb.client.call(makeCalendarAddress, {})
  await masjid.client.call(publishSchedule, { masjidUid: 'me', slug: `masjid-${randomUUID()}` })
  // The calls above had no browser cookies, so they wrote no known device.
  await database.db
    .insertInto('known_devices')
    .values({ person_id: await personIdOf(database.db, khateeb.uid), token_hash: newToken().hash })
    .execute()
  const unread = await database.db
    .selectFrom('news as n')
    .innerJoin('memberships as m', 'm.party_uid', 'n.party_uid')
    .select(['m.person_id', 'm.party_uid', 'n.id as news_id'])
    .executeTakeFirstOrThrow()
  await database.db.insertInto('news_reads').values(unread).execute()
  // The accounts have not confirmed their emails, so no letter has an answer link. Insert one directly.
  await database.db
    .insertInto('answer_links')
    .columns(['token_hash', 'person_id', 'party_uid', 'proposal_id', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('proposals as p')
        .innerJoin('slots as s', 's.id', 'p.slot_id')
        .innerJoin('memberships as m', 'm.party_uid', 'p.khateeb_uid')
        .limit(1)
        .select((row) => [
          row.val(newToken().hash).as('token_hash'),
          'm.person_id',
          'm.party_uid',
          'p.id',
          's.starts_at',
        ]),
    )
    .execute()
  await database.db
    .insertInto('mailed_events')
    .columns(['slot_id', 'khateeb_uid', 'person_id', 'party_uid'])
    .expression((eb) =>
      eb
        .selectFrom('assignments as a')
        .innerJoin('memberships as m', 'm.party_uid', 'a.khateeb_uid')
        .limit(1)
        .select(['a.slot_id', 'a.khateeb_uid', 'm.person_id', 'm.party_uid']),
    )
    // The server may have added this row already, when it sent the letter with the event.
    .onConflict((same) => same.doNothing())
    .execute()
  await masjid.client.call(changeNewsSettings, {
    delivery: 'at_once',
    muted: ['ended'],
    digestHour: 7,
    language: 'es',
  })
  // Insert this invitation directly, because the masjid's owner has not confirmed the email and so may not invite. Let the invitation be
  // expired already, because a restore would change an open invitation.
  const invited = `${randomUUID()}@minbar.example`
  const invitation = {
    email: invited,
    role: 'viewer',
    invited_by: await personIdOf(database.db, masjid.uid),
  } as const
  await database.db
    .insertInto('invitations')
    .values({ ...invitation, masjid_uid: masjid.uid, token_hash: newToken().hash, expires_at: new Date() })
    .execute()
  await database.db
    .insertInto('opt_out_links')
    .values({ address_hash: hashOf(invited), token_hash: newToken().hash })
    .execute()
  await database.db
    .insertInto('uninvitable_addresses')
    .values({ address_hash: hashOf(invited) })
    .execute()
  return { masjid, khateeb, other, former }
}
