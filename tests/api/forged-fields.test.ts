import { expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { listQueuedLetters } from '../runtime/slots.ts'
import { rowsByTable } from './database-snapshot.ts'
import { prepareCall } from './example-calls.ts'
import { startFixture, unknownId } from './fixture.ts'
import { expectStatus } from './raw-call.ts'
import { fieldsOf } from './schema-fields.ts'

const fixture = await startFixture()

/** Fields that callers may not set. The server ignores each of them, unless the call declares it. */
const forgedFields: Readonly<Record<string, unknown>> = {
  role: 'forged',
  paid: true,
  freeTrial: false,
  free_trial: false,
  verified: true,
  emailVerified: true,
  email_verified_at: '2020-02-02T02:02:02Z',
  uid: unknownId,
  latitude: 12.345678,
  longitude: 12.345678,
  timeZone: 'Asia/Karachi',
  time_zone: 'Asia/Karachi',
  city: 'Forged',
  stateCode: 'ZZ',
  email: 'forged@minbar.example',
  masjidEmail: 'forged@minbar.example',
  khateebEmail: 'forged@minbar.example',
  masjidName: 'Forged masjid',
  khateebName: 'Forged khateeb',
  requesterName: 'Forged khateeb',
  firstName: 'Forged',
  bio: 'Forged',
  invites: [{ forged: true }],
  password_hash: 'forged',
  state: 'accepted',
  direction: 'invite',
  startsAt: '2020-02-02T02:02:02Z',
  constructor: 'forged',
}

/** Fields that no call may declare. The test sends them to every call, so it fails if the contract declares one of them. */
const neverDeclaredFields = new Set(
  'role paid freeTrial free_trial verified emailVerified email_verified_at latitude longitude time_zone city stateCode password_hash state startsAt'.split(
    ' ',
  ),
)

test.each(endpoints)('$name ignores fields that callers may not set', async (endpoint) => {
  const { db } = fixture.database
  await db.deleteFrom('letters').execute()
  const { parts, send } = await prepareCall(fixture, endpoint)
  const part = endpoint.method === 'GET' ? 'query' : 'body'
  const own = new Set(fieldsOf(endpoint).map((it) => String(it.path[0])))
  const extra = Object.fromEntries(
    Object.entries(forgedFields).filter(([name]) => neverDeclaredFields.has(name) || !own.has(name)),
  )
  const response = await send({ [part]: { ...parts[part], ...extra } })
  expectStatus(response, 200)
  // Avoid false positives, here and below: a timestamp can contain 12.345, and a hash can contain ZZ.
  expect(response.text).not.toMatch(/forged|Karachi|(?<!\d\d:)12\.345/i)

  const everything = Object.values(await rowsByTable(fixture.database))
    .join('\n')
    .replaceAll(/\$argon2id\$[\w$=,+/]+/g, '')
  expect(everything).not.toMatch(/forged|Karachi|(?<!\d\d:)12\.345|2020-02-02|\bZZ\b/i)
  expect((await listQueuedLetters(fixture.database)).filter((it) => it.includes('forged'))).toEqual([])
  const standings = await db
    .selectFrom('parties')
    .select(['paid', 'free_trial', 'verified'])
    .distinct()
    .execute()
  expect(standings).toEqual([{ paid: false, free_trial: true, verified: false }])
})
