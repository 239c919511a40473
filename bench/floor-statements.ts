/** Selects the party of the session with the token hash $1. */
export const sessionText = `
  select m.party_uid as uid, m.party_role as role from sessions s join memberships m using (person_id)
  where s.token_hash = $1 and s.expires_at > now()`

/** Selects masjid $1 for khateeb $2, with all slots of its next $3 dates. */
export const detailsText = `
  select m.uid, m.latitude, m.longitude, m.masjid_name as "masjidName", m.masjid_address as "masjidAddress", m.zip_code as "zipCode", m.city,
    m.state_code as "stateCode", m.phone, m.website, a.email, a.email_verified_at is not null as "emailVerified", m.time_zone as "timeZone", m.verified, now() as now,
    m.approved_only as "approvedOnly", (select mark from khateeb_marks where masjid_uid = $1 and khateeb_uid = $2) as mark,
    exists (select from khateeb_marks where masjid_uid = $1 and khateeb_uid = $2 and asked_at is not null) as "askedForApproval",
    array(select by_role from blocks where masjid_uid = $1 and khateeb_uid = $2) as "blockedBy",
    (select coalesce(json_agg(json_build_object('slotId', a.slot_id, 'startsAt', a.starts_at, 'masjidUid', w.uid, 'masjidName', w.masjid_name,
       'timeZone', w.time_zone, 'latitude', w.latitude, 'longitude', w.longitude, 'date', s.date, 'time', to_char(s.time, 'HH24:MI')) order by a.starts_at), '[]')
     from assignments a join slots s on s.id = a.slot_id join masjids w on w.uid = a.masjid_uid
     where a.khateeb_uid = $2 and a.ended_at is null and a.starts_at > now() - interval '12 hours') as bookings,
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
         k.first_name || ' ' || k.last_name as khateeb, c.topic, s.language, s.note,
         c.awaits_reconfirmation is true as "awaitsReconfirmation",
         case when c.khateeb_uid = $2 and c.agreed_starts_at is not null then json_build_object(
           'date', to_char(c.agreed_starts_at at time zone m.time_zone, 'YYYY-MM-DD'),
           'time', to_char(c.agreed_starts_at at time zone m.time_zone, 'HH24:MI'),
           'startsAt', to_char(c.agreed_starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as "agreedStart"
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
 * Selects the $3 masjids that are nearest to khateeb $1, within the chord length $2, and all others at the same distance as the farthest of
 * them. The inner query sorts only by distance: without `with ties`, it would keep any of the masjids at the same distance.
 */
export const nearestText = `
  with here as materialized (select latitude, longitude, position from khateebs where uid = $1)
  select t.*, here.latitude as "fromLatitude", here.longitude as "fromLongitude"
  from (
    select m.uid, m.masjid_name as "masjidName", m.city, m.state_code as "stateCode", m.latitude, m.longitude, m.verified,
      m.position <-> (select position from here) as far
    from masjids m
    where m.position <@ cube_enlarge((select position from here), $2, 3) and not m.hidden
    order by m.position <-> (select position from here) fetch first $3 rows with ties
  ) t cross join here
  order by t.far, t.uid`

export const recordText = `
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
            and a.starts_at between s.starts_at - interval '12 hours' and s.starts_at + interval '12 hours') as bookings,
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
