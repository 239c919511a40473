import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { fingerprintByTable } from './database-snapshot.ts'
import { prepareCall } from './example-calls.ts'
import { startFixture } from './fixture.ts'
import { expectRefusal } from './raw-call.ts'

/** Calls whose example call queues a letter. */
const callsWithLetters = [
  'accept_invitation',
  'accept_invite',
  'accept_slot_by_invitation',
  'decline_invitation',
  'answer_by_link',
  'add_authenticator_app',
  'add_passkey',
  'add_khutbah_request',
  'ask_for_approval',
  'approve_request_full',
  'change_email',
  'change_password',
  'change_member_role',
  'confirm_email',
  'delete_account',
  'delete_masjid',
  'hand_over',
  'invite_member',
  'invite_new_khateeb',
  'join_as_khateeb',
  'join_by_invitation',
  'khateeb_signup',
  'masjid_signup',
  'leave_masjid',
  'reject_invite',
  'reject_request_full',
  'reconfirm_khateeb',
  'remove_khateeb',
  'remove_second_factor',
  'renew_recovery_codes',
  'remove_member',
  'request_khateeb',
  'request_slots',
  'invite_khateebs',
  'reset_password',
  'revoke_invite',
  'revoke_sent_request',
  'undo_email_change',
  'withdraw_khateeb',
]

/** Every call that queues a letter writes at least one of these tables. */
const changedTables = ['audit', 'links']

const fixture = await startFixture()
await run`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`
afterEach(async () => {
  for (const table of ['letters', ...changedTables])
    await run`drop trigger if exists refuse on ${sql.table(table)}`
})

async function run(...statement: Parameters<typeof sql>): Promise<void> {
  await sql(...statement).execute(fixture.database.db)
}

/** Makes a call while the database refuses some writes. Returns whether the call failed. Expects that a failed call changed nothing. */
async function fails(endpoint: Endpoint, refuseWrites: () => Promise<void>): Promise<boolean> {
  const { send } = await prepareCall(fixture, endpoint)
  const before = await fingerprintByTable(fixture.database)
  await refuseWrites()
  const response = await send()
  if (response.status === 200) return false
  expectRefusal(response, 500)
  expect(await fingerprintByTable(fixture.database)).toEqual(before)
  return true
}

test.each(endpoints)(
  '$name changes nothing if its letters cannot be queued, and succeeds if it queues none',
  async (endpoint) => {
    const failed = await fails(
      endpoint,
      () => run`create trigger refuse before insert on letters execute function refuse()`,
    )
    expect(failed).toBe(callsWithLetters.includes(endpoint.name))
  },
)

test.each(endpoints.filter(({ name }) => callsWithLetters.includes(name)))(
  '$name queues no letter if its commit fails',
  async (endpoint) => {
    const failed = await fails(endpoint, async () => {
      for (const table of changedTables)
        await run`create constraint trigger refuse after insert or delete on ${sql.table(table)}
          deferrable initially deferred for each row execute function refuse()`
    })
    expect(failed).toBe(true)
  },
)
