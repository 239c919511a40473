import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Role } from '../contract/endpoint.ts'
import { hashOf } from '../server/tokens.ts'

/** The number of masjids for which `addKhateebsAndFridays` adds Fridays. */
export const activeMasjidCount = 1_000

export const khateebCount = 1_000

/** Returns SQL for the uid of a masjid or khateeb: a prefix for the role, then the number. */
const masjidUidSql = (number: string) =>
  `('11111111-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const khateebUidSql = (number: string) =>
  `('22222222-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/**
 * Returns SQL for numbered points. Most are in and around the contiguous United States, and one in twenty is near a pole or the date line.
 */
const points = (count: string) => `
  select i,
    case when i % 40 = 0 then (89 + random()) * sign(random() - 0.5)
         when i % 40 = 1 then 180 * random() - 90
         else 25 + 24 * random() end as latitude,
    case when i % 40 = 0 then 360 * random() - 180
         when i % 40 = 1 then (179 + random()) * sign(random() - 0.5)
         else -124 + 57 * random() end as longitude
  from ${count} as i`

export const masjidUidOf = (number: number) => uidOf('11111111', number)
export const khateebUidOf = (number: number) => uidOf('22222222', number)
const uidOf = (kind: string, number: number) =>
  `${kind}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/** Adds the people, parties and memberships of the accounts with these numbers. `uid` is SQL for the uid of account number `i`. */
async function addAccounts(
  client: Client,
  role: Role,
  uid: string,
  numbers: [number, number],
): Promise<void> {
  await client.query(
    `with member as (
       select ${uid} as uid, gen_random_uuid() as person_id, '${role}' || i || '@bench.minbar.example' as email
       from generate_series($1::int, $2::int) as i
     ), ${accountInserts(role)}
     select count(*) from member`,
    numbers,
  )
}

/**
 * Returns SQL with common table expressions that insert an account for each row of `member`. `member` has the columns `uid`, `person_id`
 * and `email`.
 */
export function accountInserts(role: Role): string {
  return `person as (
       insert into people (id, email, password_hash) select person_id, email, 'none' from member
     ), party as (
       insert into parties (uid, role) select uid, '${role}' from member
     ), membership as (
       insert into memberships (person_id, party_uid, party_role, role)
       select person_id, uid, '${role}', 'owner' from member
     )`
}

/** Adds the masjids numbered `from` to `to`. Uses SQL, which is faster than API calls. */
export async function addMasjids(client: Client, from: number, to: number): Promise<void> {
  await client.query('select setseed(0.42)')
  await addAccounts(client, 'masjid', masjidUidSql('i'), [from, to])
  await client.query(
    `insert into masjids (uid, masjid_name, masjid_address, zip_code, city, state_code, latitude, longitude, time_zone,
       phone, website)
     select ${masjidUidSql('i')}, 'Masjid number ' || i, i || ' Lantern Row', '48126', 'Dearborn', 'MI',
       latitude, longitude, 'America/Detroit', '3135550100', 'https://www.minbar.example'
     from (${points('generate_series($1::int, $2::int)')}) as point`,
    [from, to],
  )
}

/** Adds the khateebs numbered `from` to `to`. */
export async function addKhateebs(client: Client, from: number, to: number): Promise<void> {
  await addAccounts(client, 'khateeb', khateebUidSql('i'), [from, to])
  await client.query(
    `insert into khateebs (uid, first_name, last_name, zip_code, city, state_code, latitude, longitude, phone, bio,
       expertise)
     select ${khateebUidSql('i')}, 'Yusuf', 'Number ' || i, '48126', 'Dearborn', 'MI', latitude, longitude, '3135550199',
       repeat('I speak about patience. ', 10), 'Seerah, family life'
     from (${points('generate_series($1::int, $2::int)')}) as point`,
    [from, to],
  )
}

/**
 * Adds khateebs, and for each active masjid eight Fridays of two slots. Half of these masjids get a confirmed khateeb for the first slot
 * of each Friday. Each khateeb gets four pending proposals.
 */
export async function addKhateebsAndFridays(client: Client): Promise<void> {
  await addKhateebs(client, 1, khateebCount)
  await client.query(
    `insert into slots (masjid_uid, date, time, starts_at)
     select ${masjidUidSql('i')}, day, time, (day + time) at time zone 'America/Detroit'
     from generate_series(1, $1::int) as i, generate_series(1, 8) as week,
       lateral (select date '2098-12-26' + 7 * week as day) as days, (values (time '12:30'), ('13:30')) as times (time)`,
    [activeMasjidCount],
  )
  await client.query(
    `insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
     select s.id, s.masjid_uid, ${khateebUidSql('i')}, s.starts_at
     from generate_series(1, $1::int, 2) as i join slots s on s.masjid_uid = ${masjidUidSql('i')} and s.time = '12:30'`,
    [Math.min(activeMasjidCount, khateebCount)],
  )
  await client.query(
    `insert into proposals (slot_id, masjid_uid, khateeb_uid, direction)
     select s.id, s.masjid_uid, ${khateebUidSql('i')}, case when n % 2 = 0 then 'invite' else 'request' end
     from generate_series(1, $1::int) as i cross join generate_series(1, 4) as n
       join slots s on s.masjid_uid = ${masjidUidSql('1 + (i + n) % $1::int')} and s.time = '13:30'
         and s.date = date '2098-12-26' + 7 * n`,
    [Math.min(activeMasjidCount, khateebCount)],
  )
}

export const uidOfMasjidWithManySlots = masjidUidOf(2_000)

/** Adds 9,200 slots to one masjid, two on each date. A page of eight dates then has 16 slots, as many as masjid 501 has in total. */
export async function addManySlotsToOneMasjid(client: Client): Promise<void> {
  await client.query(
    `insert into slots (masjid_uid, date, time, starts_at)
     select $1, day, time, (day + time) at time zone 'America/Detroit'
     from generate_series(1, 4600) as number, lateral (select date '2098-12-26' + number as day) as days,
       (values (time '12:30'), ('13:30')) as times (time)`,
    [uidOfMasjidWithManySlots],
  )
}

const approvingMasjidCount = 100

/** Adds pending requests for different slots. The slots of a khateeb are on different dates, so that each request can be approved. */
export async function addPendingRequests(client: Client, count: number): Promise<void> {
  await client.query(
    `insert into slots (masjid_uid, date, time, starts_at)
     select ${masjidUidSql('1 + c % $2::int')}, day, '13:00', (day + time '13:00') at time zone 'America/Detroit'
     from generate_series(0, $1::int - 1) as c, lateral (select date '2030-01-04' + 7 * (c / $2::int) as day) as days`,
    [count, approvingMasjidCount],
  )
  await client.query(
    `insert into proposals (slot_id, masjid_uid, khateeb_uid, direction)
     select s.id, s.masjid_uid, ${khateebUidSql('1 + c % $2::int')}, 'request'
     from generate_series(0, $1::int - 1) as c
       join slots s on s.masjid_uid = ${masjidUidSql('1 + c % $3::int')} and s.time = '13:00'
         and s.date = date '2030-01-04' + 7 * (c / $3::int)`,
    [count, khateebCount, approvingMasjidCount],
  )
}

/** Returns the session token of an account, the same in every run. */
export function tokenOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}

/**
 * Opens sessions for the masjids that approve requests, for khateeb 2 (the caller of the measured reads), and for the accounts with the
 * emails in `more`.
 */
export async function openSessions(client: Client, more: readonly string[] = []): Promise<void> {
  const emails = [
    'khateeb2@bench.minbar.example',
    ...Array.from({ length: approvingMasjidCount }, (_, i) => `masjid${i + 1}@bench.minbar.example`),
    ...more,
  ]
  await client.query(
    `insert into sessions (token_hash, person_id, expires_at)
     select hash, id, now() + interval '1 day'
     from unnest($1::text[], $2::bytea[]) as given (address, hash) join people on email = address`,
    [emails, emails.map((it) => hashOf(tokenOf(it)))],
  )
}

/** The number of slots that `addOpenFridays` adds for each masjid. */
export const openFridaySlotCount = 30

/**
 * Adds two slots on each of the next fifteen Fridays for masjids 1 to `masjids`. Confirms each of `khateebs` khateebs for one slot of each
 * Friday.
 */
export async function addOpenFridays(
  client: Client,
  masjids: number,
  khateebs: number = khateebCount,
): Promise<void> {
  await client.query(
    `insert into slots (masjid_uid, date, time, starts_at, language)
     select ${masjidUidSql('i')}, day, time, (day + time) at time zone 'America/Detroit',
       case when time = '13:30' and (i + week) % 10 = 0 then 'ar' end
     from generate_series(1, $1::int) as i, generate_series(0, 14) as week,
       lateral (select current_date + 1 + (11 - extract(dow from current_date)::int) % 7 + 7 * week as day) as days,
       (values (time '12:30'), ('13:30')) as times (time)`,
    [masjids],
  )
  // Leaves out the Fridays in 2099 that `addKhateebsAndFridays` added.
  await client.query(
    `insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
     select s.id, s.masjid_uid, ${khateebUidSql('i')}, s.starts_at
     from generate_series(1, $1::int) as i join slots s on s.masjid_uid = ${masjidUidSql('1 + (i * 97) % $2::int')}
     where s.time = '12:30' and s.date < '2090-01-01'`,
    [khateebs, masjids],
  )
}

/** Gives every third khateeb limits, and makes every tenth khateeb away on the next Friday. */
export async function addAvailabilitySettings(client: Client, khateebs: number): Promise<void> {
  await client.query(
    `insert into availability (khateeb_uid, max_miles, short_notice, languages)
     select ${khateebUidSql('i')}, 10 + i % 90, i % 2 = 0, '{ar,en}' from generate_series(1, $1::int, 3) as i`,
    [khateebs],
  )
  await client.query(
    `insert into away_dates (khateeb_uid, date)
     select ${khateebUidSql('i')}, current_date + 1 + (11 - extract(dow from current_date)::int) % 7
     from generate_series(1, $1::int, 10) as i`,
    [khateebs],
  )
}
