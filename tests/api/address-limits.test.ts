import { expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { openTestSession } from '../runtime/session.ts'
import { expectRefusal } from './raw-call.ts'

/**
 * The number of calls that an IP address may make in these tests, by limit. The numbers differ, so a test can tell which limit counts a
 * call.
 */
const callLimits = { sign_up: 2, reset: 3, lookup: 4, sign_in: 10 } as const

/** The address limit that counts each call. The other calls have no address limit. */
const limits: Readonly<Record<string, keyof typeof callLimits>> = {
  random_ayah: 'lookup',
  geocode: 'lookup',
  zip: 'lookup',
  ended_session: 'lookup',
  export_data: 'lookup',
  sign_in_challenge: 'lookup',
  sign_in_with_passkey: 'lookup',
  khateeb_signup: 'sign_up',
  masjid_signup: 'sign_up',
  sign_in: 'sign_in',
  change_password: 'sign_in',
  change_email: 'sign_in',
  delete_account: 'sign_in',
  start_authenticator_app: 'sign_in',
  start_passkey: 'sign_in',
  remove_second_factor: 'sign_in',
  renew_recovery_codes: 'sign_in',
  delete_masjid: 'sign_in',
  invite_member: 'sign_in',
  change_member_role: 'sign_in',
  remove_member: 'sign_in',
  hand_over: 'sign_in',
  leave_masjid: 'sign_in',
  join_by_invitation: 'sign_up',
  join_as_khateeb: 'sign_up',
  add_masjid: 'sign_up',
  become_khateeb: 'sign_up',
  look_up_invitation: 'reset',
  accept_slot_by_invitation: 'reset',
  decline_invitation: 'reset',
  look_up_answer_link: 'lookup',
  answer_by_link: 'lookup',
  accept_invitation: 'reset',
  stop_invitations: 'reset',
  send_password_reset: 'reset',
  reset_password: 'reset',
  verify_email: 'reset',
  send_verification: 'reset',
  confirm_email: 'reset',
  undo_email_change: 'reset',
  disown_account: 'reset',
}

const app = await startApp({
  env: {
    TRUST_PROXY: '127.0.0.1',
    LIMIT_SIGN_UP: `${callLimits.sign_up}/600`,
    LIMIT_RESET: `${callLimits.reset}/600`,
    LIMIT_LOOKUP: `${callLimits.lookup}/600`,
    // The limit of an address is ten times the limit of an account.
    LIMIT_SIGN_IN: `${callLimits.sign_in / 10}/600`,
  },
})
const [khateeb, masjid] = [await newKhateeb(app.baseUrl), await newMasjid(app.baseUrl)]
const uids: Readonly<Record<string, string>> = { khateeb: khateeb.uid, masjid: masjid.uid }

/** Each call comes from a different address. */
const everyCall = endpoints.map((it, index) => ({ ...it, address: `203.0.113.${index + 1}` }))

test.each(everyCall)(
  '$name is refused above its limit of calls from one IP address, if it has such a limit',
  async ({ name, method, path, access, address }) => {
    const role = access === 'anyone' ? undefined : Object.keys(access)[0]
    const uid = uids[role ?? '']
    const token = uid === undefined ? undefined : await openTestSession(app.database, uid)
    const asked = {
      method,
      url: path.replace(/\{\w+\}/g, 'x'),
      headers: { 'x-forwarded-for': address },
      body: method === 'GET' ? undefined : '{}',
      token,
    }
    const limit = limits[name]
    const allowed = limit === undefined ? 12 : callLimits[limit]
    for (let call = 0; call < allowed; call += 1) {
      expect((await app.send(asked)).status).not.toBe(429)
    }
    if (limit === undefined) return
    const refused = await app.send(asked)
    expectRefusal(refused, 429, 'too_many_requests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    const elsewhere = { ...asked, headers: { 'x-forwarded-for': address.replace('203', '198') } }
    expect((await app.send(elsewhere)).status).not.toBe(429)
  },
)
