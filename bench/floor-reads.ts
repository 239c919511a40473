import { createHash } from 'node:crypto'
import type { Pool, QueryConfig } from 'pg'
import { areTooFarApart, type SlotVenue } from '../domain/availability/travel-time.ts'
import { chordLength, milesBetween } from '../domain/directory/distance.ts'
import { maxProposalsPerSide } from '../domain/proposals/proposal.ts'
import { loadZipTable } from '../server/places/zip-table.ts'

/** Answers a GET that a khateeb sends. */
type Read = (url: URL, khateebUid: string) => Promise<unknown>

/**
 * The benchmark's reads in the fastest hand-written code that we know: a prepared statement for the session, one for the answer,
 * and no schema validation. The answers are the same as the product's. Supports only the benchmark's calls: a khateeb's reads of
 * the first page of a list, without search terms.
 */
export function floorReads(pool: Pool): (path: string, authorization: string) => Promise<unknown> {
  const zips = loadZipTable()
  const one = async (query: QueryConfig) => (await pool.query(query)).rows[0]

  const reads: Record<string, Read> = {
    async get_masjid_details({ pathname, searchParams }, khateebUid) {
      const masjidUid = pathname.split('/')[2]
      const values = [masjidUid, khateebUid, searchParams.get('khutbahs')]
      const {
        now,
        slots,
        proposals,
        pending,
        hours,
        blockedBy,
        mark,
        limits,
        latitude,
        longitude,
        ...masjid
      } = await one({
        name: 'details',
        text: detailsText,
        values,
      })
      if (mark !== null || masjid.approvedOnly)
        throw new Error('The floor does not support masjids that choose their khateebs.')
      const here = { masjidUid: masjid.uid, latitude, longitude }
      const { away, latitude: fromLatitude, longitude: fromLongitude, ...maximums } = limits
      if (maximums.maxAMonth !== null || maximums.weeksBetween !== null)
        throw new Error('The floor does not support a khateeb’s limits for a month or between visits.')
      const miles = milesBetween({ latitude: fromLatitude, longitude: fromLongitude }, here)
      const isTooFar = maximums.maxMiles !== null && Math.round(miles * 10) / 10 > maximums.maxMiles
      const yourLimits = { miles, ...maximums }
      const context = { now, hours, pending, blockedBy, khateebUid, here, away, isTooFar }
      const khutbahs: { date: string; times: unknown[] }[] = []
      for (const slot of slots) {
        if (khutbahs.at(-1)?.date !== slot.date) khutbahs.push({ date: slot.date, times: [] })
        const name = `${slot.date} ${slot.time}`
        // Match proposals by date and time instead of slot id: those for a removed slot count for the slot reposted at its time.
        const ofSlot = proposals.filter((it: Proposal) => it.slotName === name)
        khutbahs.at(-1)?.times.push(shownSlot(slot, ofSlot, context))
      }
      const pendingWithYou = proposals
        .filter((it: Proposal) => it.state === 'pending' && new Date(it.startsAt) >= now)
        .map(({ direction, slotId, date, time, startsAt }: Proposal) => ({
          kind: direction,
          slotId,
          khutbahDate: date,
          khutbahTime: time,
          startsAt: new Date(startsAt).toISOString(),
          timeZone: masjid.timeZone,
        }))
      return { ...masjid, blocked: blockedBy.includes('khateeb'), pendingWithYou, yourLimits, khutbahs }
    },
    async get_masjids({ searchParams }, khateebUid) {
      const radius = Number(searchParams.get('radius'))
      const limit = Number(searchParams.get('limit'))
      const { rows } = await pool.query({
        name: 'nearest',
        text: nearestText,
        // Like the product: a margin for rounding errors, and one row more, which would show that there is a next page.
        values: [khateebUid, chordLength(radius) + 1e-9, limit + 1],
      })
      const cards = []
      for (const { fromLatitude, fromLongitude, ...card } of rows) {
        const distance = milesBetween({ latitude: fromLatitude, longitude: fromLongitude }, card)
        if (distance <= radius && cards.length < limit) cards.push({ ...card, distance })
      }
      return cards
    },
    async users({ searchParams }, khateebUid) {
      const values = [khateebUid, searchParams.get('invites'), searchParams.get('sentRequests')]
      const { pending, ...profile } = await one({ name: 'record', text: recordText, values })
      const invites = []
      const sentRequests = []
      let [inviteCount, sentRequestCount] = [0, 0]
      for (const {
        direction,
        count,
        place: _,
        startsAt,
        invite,
        city,
        hours,
        latitude,
        longitude,
        ...it
      } of pending) {
        const shown = { ...it, startsAt: new Date(startsAt).toISOString() }
        if (direction === 'invite') {
          inviteCount = count
          const here = { masjidUid: it.masjidUid, latitude, longitude }
          const distance = milesBetween(profile, { latitude, longitude })
          invites.push({
            ...shown,
            ...invite,
            city,
            distance,
            tooFarFrom: unreachableSlot(hours, here, new Date(startsAt)),
          })
        } else {
          sentRequestCount = count
          sentRequests.push(shown)
        }
      }
      const timeZone = zips.find(profile.zipCode)?.timeZone ?? null
      return { ...profile, timeZone, invites, inviteCount, sentRequests, sentRequestCount }
    },
  }

  return async (path, authorization) => {
    const tokenHash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest()
    const session = await one({ name: 'session', text: sessionText, values: [tokenHash] })
    if (session?.role !== 'khateeb') throw new Error('The caller is not a khateeb.')
    const url = new URL(path, 'http://floor')
    const read = reads[url.pathname.split('/')[1] ?? '']
    if (read === undefined) throw new Error(`The floor does not support ${path}.`)
    return read(url, session.uid)
  }
}

interface Proposal {
  readonly id: string
  readonly slotId: string
  readonly slotName: string
  readonly date: string
  readonly time: string
  readonly startsAt: string
  readonly direction: 'invite' | 'request'
  readonly state: string
}

interface Slot {
  readonly id: string
  readonly date: string
  readonly time: string
  readonly startsAt: string
  readonly khateebUid: string | null
  readonly khateeb: string | null
  readonly topic: string | null
  readonly language: string | null
  readonly note: string
}

interface SlotContext {
  readonly now: Date
  /** The hours for which the khateeb is confirmed, by slot. */
  readonly hours: readonly Hour[]
  /** The khateeb's pending proposals at all masjids. */
  readonly pending: readonly { readonly id: string; readonly direction: string; readonly startsAt: string }[]
  readonly blockedBy: readonly string[]
  readonly khateebUid: string
  readonly here: Place
  /** The dates on which the khateeb is away. */
  readonly away: readonly string[]
  /** The masjid is farther than the khateeb drives. */
  readonly isTooFar: boolean
}

type Place = Omit<SlotVenue, 'startsAt'>

interface Hour extends Place {
  readonly slotId: string
  readonly startsAt: string
  readonly masjidName: string
  readonly date: string
  readonly time: string
  readonly timeZone: string
}

const hour = 60 * 60_000

function unreachableSlot(hours: readonly Hour[], here: Place, startsAt: Date) {
  const far = hours.find((it) =>
    areTooFarApart({ ...here, startsAt }, { ...it, startsAt: new Date(it.startsAt) }),
  )
  return far === undefined
    ? null
    : {
        slotId: far.slotId,
        masjidName: far.masjidName,
        khutbahDate: far.date,
        khutbahTime: far.time,
        startsAt: new Date(far.startsAt).toISOString(),
        distance: milesBetween(here, far),
        timeZone: far.timeZone,
      }
}

/** The product's rules for one slot, in one function. */
function shownSlot(
  slot: Slot,
  proposals: readonly Proposal[],
  { now, hours, pending: all, blockedBy, khateebUid, here, away, isTooFar }: SlotContext,
) {
  const start = new Date(slot.startsAt)
  const begun = start < now
  const pending = proposals.find((it) => it.slotId === slot.id && it.state === 'pending')
  const isOpen = !begun && pending === undefined && slot.khateebUid === null
  const isBusy =
    isOpen &&
    hours.some((it) => it.slotId !== slot.id && Math.abs(Date.parse(it.startsAt) - start.getTime()) < hour)
  const requests = proposals.filter((it) => it.direction === 'request').length
  const isOften = isOpen && requests >= maxProposalsPerSide
  const why = !isOpen
    ? null
    : blockedBy.includes('masjid')
      ? 'not_accepting'
      : blockedBy.includes('khateeb')
        ? 'you_blocked'
        : isBusy
          ? 'khateeb_busy'
          : isOften
            ? 'too_many_proposals'
            : null
  const pendingStanding =
    begun || pending === undefined ? null : pending.direction === 'invite' ? 'invited' : 'requested'
  const standing = slot.khateebUid === khateebUid ? 'confirmed' : pendingStanding
  const isFirst = requests <= (standing === 'requested' ? 1 : 0)
  const isInvited = pendingStanding === 'invited'
  const closes = all.filter(
    (it) => it.id !== pending?.id && Math.abs(Date.parse(it.startsAt) - start.getTime()) < hour,
  )
  const invites = closes.filter((it) => it.direction === 'invite').length
  const canRequest = isOpen && why === null
  return {
    slotId: slot.id,
    time: { time: slot.time },
    khateeb: slot.khateeb ?? 'None',
    topic: slot.topic,
    language: slot.language,
    note: slot.note,
    startsAt: start.toISOString(),
    begun,
    underWay: begun && now.getTime() - start.getTime() < hour,
    standing,
    closesCount: isInvited ? { invites, requests: closes.length - invites } : null,
    tooFarFrom: isInvited || canRequest ? unreachableSlot(hours, here, start) : null,
    beyondYourLimits:
      isInvited || canRequest
        ? [...(away.includes(slot.date) ? ['away'] : []), ...(isTooFar ? ['too_far'] : [])]
        : [],
    canRequest,
    cannotRequest: why,
    requestsLeft: isFirst ? null : Math.max(0, maxProposalsPerSide - requests),
  }
}

const sessionText = `
  select m.party_uid as uid, m.party_role as role from sessions s join memberships m using (person_id)
  where s.token_hash = $1 and s.expires_at > now()`

/** Masjid $1 for khateeb $2, with all slots of its next $3 dates. */
const detailsText = `
  select m.uid, m.latitude, m.longitude, m.masjid_name as "masjidName", m.masjid_address as "masjidAddress", m.zip_code as "zipCode", m.city,
    m.state_code as "stateCode", m.phone, m.website, a.email, a.email_verified_at is not null as "emailVerified", m.time_zone as "timeZone", m.verified, now() as now,
    m.approved_only as "approvedOnly", (select mark from khateeb_marks where masjid_uid = $1 and khateeb_uid = $2) as mark,
    exists (select from khateeb_marks where masjid_uid = $1 and khateeb_uid = $2 and asked_at is not null) as "askedForApproval",
    array(select by_role from blocks where masjid_uid = $1 and khateeb_uid = $2) as "blockedBy",
    (select coalesce(json_agg(json_build_object('slotId', a.slot_id, 'startsAt', a.starts_at, 'masjidUid', w.uid, 'masjidName', w.masjid_name,
       'timeZone', w.time_zone, 'latitude', w.latitude, 'longitude', w.longitude, 'date', s.date, 'time', to_char(s.time, 'HH24:MI')) order by a.starts_at), '[]')
     from assignments a join slots s on s.id = a.slot_id join masjids w on w.uid = a.masjid_uid
     where a.khateeb_uid = $2 and a.ended_at is null and a.starts_at > now() - interval '12 hours') as hours,
    (select coalesce(json_agg(json_build_object('id', p.id, 'direction', p.direction, 'startsAt', s.starts_at)), '[]')
     from proposals p join slots s on s.id = p.slot_id
     where p.khateeb_uid = $2 and p.state = 'pending' and s.starts_at >= now()) as pending,
    (select coalesce(json_agg(json_build_object('id', p.id, 'slotId', p.slot_id, 'direction', p.direction, 'state', p.state,
       'date', s.date, 'time', to_char(s.time, 'HH24:MI'), 'startsAt', s.starts_at,
       'slotName', s.date || ' ' || to_char(s.time, 'HH24:MI')) order by p.number), '[]')
     from proposals p join slots s on s.id = p.slot_id where p.khateeb_uid = $2 and p.masjid_uid = $1) as proposals,
    (select json_build_object('latitude', k.latitude, 'longitude', k.longitude, 'maxMiles', v.max_miles, 'maxAMonth', v.max_a_month,
       'weeksBetween', v.weeks_between, 'away', array(select date from away_dates where khateeb_uid = $2))
     from khateebs k left join availability v on v.khateeb_uid = k.uid where k.uid = $2) as limits,
    (select coalesce(json_agg(slot), '[]') from (
       select s.id, s.date, to_char(s.time, 'HH24:MI') as time, s.starts_at as "startsAt", c.khateeb_uid as "khateebUid",
         k.first_name || ' ' || k.last_name as khateeb, c.topic, s.language, s.note
       from slots s
         left join assignments c on c.slot_id = s.id and c.ended_at is null
         left join khateebs k on k.uid = c.khateeb_uid
       where s.masjid_uid = $1 and s.removed_at is null and s.date in (
         select distinct date from slots
         where masjid_uid = $1 and removed_at is null and date >= (now() at time zone m.time_zone)::date
         order by date limit $3::int)
       order by s.date, s.time) slot) as slots
  from masjids m join memberships o on o.party_uid = m.uid join people a on a.id = o.person_id where m.uid = $1 and not m.hidden`

/**
 * The $3 masjids that are nearest to khateeb $1, within the chord $2. Includes all ties for the last place, because the outer query
 * orders ties by uid.
 */
const nearestText = `
  select t.uid, t.masjid_name as "masjidName", t.city, t.state_code as "stateCode", t.latitude, t.longitude, t.verified,
    here.latitude as "fromLatitude", here.longitude as "fromLongitude"
  from (
    select m.*, m.position <-> (select position from khateebs where uid = $1) as far from masjids m
    where m.position <@ cube_enlarge((select position from khateebs where uid = $1), $2, 3) and not m.hidden
    order by m.position <-> (select position from khateebs where uid = $1) fetch first $3 rows with ties
  ) t, khateebs here
  where here.uid = $1 order by t.far, t.uid`

const recordText = `
  select k.uid, k.role, k.first_name as "firstName", k.last_name as "lastName", a.email,
    a.email_verified_at is not null as "emailVerified", k.phone, k.zip_code as "zipCode", k.city,
    k.state_code as "stateCode", k.latitude, k.longitude, y.paid, y.free_trial as "freeTrial", y.verified, k.bio,
    k.expertise, k.named_publicly as "namedPublicly",
    (select coalesce(json_agg(its), '[]') from (
       select m.latitude, m.longitude, m.city, p.id as "requestId", p.direction, s.id as "slotId", s.date as "khutbahDate", to_char(s.time, 'HH24:MI') as "khutbahTime",
         s.starts_at as "startsAt", m.uid as "masjidUid", m.masjid_name as "masjidName", m.time_zone as "timeZone",
         json_build_object('masjidEmail', ma.email, 'language', s.language, 'note', s.note, 'closesCount', (
           select json_build_object('invites', count(*) filter (where direction = 'invite'), 'requests', count(*) filter (where direction = 'request'))
           from proposals o join slots os on os.id = o.slot_id
           where o.khateeb_uid = $1 and o.state = 'pending' and os.starts_at >= now() and o.id <> p.id
             and os.starts_at > s.starts_at - interval '1 hour' and os.starts_at < s.starts_at + interval '1 hour')) as invite,
         (select coalesce(json_agg(json_build_object('slotId', its.id, 'startsAt', a.starts_at, 'masjidUid', w.uid, 'masjidName', w.masjid_name,
            'timeZone', w.time_zone, 'latitude', w.latitude, 'longitude', w.longitude, 'date', its.date, 'time', to_char(its.time, 'HH24:MI')) order by a.starts_at), '[]')
          from assignments a join slots its on its.id = a.slot_id join masjids w on w.uid = a.masjid_uid
          where a.khateeb_uid = $1 and a.ended_at is null
            and a.starts_at between s.starts_at - interval '12 hours' and s.starts_at + interval '12 hours') as hours,
         ma.email_verified_at is not null as "emailVerified", count(*) over by_direction as count,
         row_number() over (partition by p.direction order by s.starts_at, p.number) as place
       from proposals p join slots s on s.id = p.slot_id join masjids m on m.uid = p.masjid_uid
         join memberships mo on mo.party_uid = m.uid join people ma on ma.id = mo.person_id
       where p.khateeb_uid = $1 and p.state = 'pending' and s.starts_at >= now() and not m.hidden
       window by_direction as (partition by p.direction) order by s.starts_at, p.number) its
     where place <= case direction when 'invite' then $2::int else $3::int end) as pending,
    (select coalesce(json_agg(json_build_object('assignmentId', c.id, 'slotId', s.id, 'date', s.date,
       'time', json_build_object('time', to_char(s.time, 'HH24:MI')), 'topic', c.topic, 'language', s.language, 'note', s.note,
       'masjidUid', m.uid, 'masjidName', m.masjid_name,
       'city', m.city, 'timeZone', m.time_zone, 'masjidSuspended', m.hidden,
       'startsAt', to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'contact', case when not m.hidden then json_build_object('masjidAddress', m.masjid_address,
         'stateCode', m.state_code, 'zipCode', m.zip_code, 'phone', m.phone) end) order by c.starts_at), '[]')
     from assignments c join slots s on s.id = c.slot_id join masjids m on m.uid = c.masjid_uid
     where c.khateeb_uid = $1 and c.ended_at is null and c.starts_at < now()
       and c.starts_at > now() - interval '1 hour') as "underWay",
    (select count(*)::int from assignments c where c.khateeb_uid = $1 and c.ended_at is null and c.starts_at >= now()
       and c.awaits_reconfirmation) as "reconfirmationCount"
  from khateebs k join parties y on y.uid = k.uid join memberships o on o.party_uid = k.uid join people a on a.id = o.person_id
  where k.uid = $1`
