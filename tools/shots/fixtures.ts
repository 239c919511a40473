import { addKhutbah } from '../../contract/khutbahs.ts'
import { updateUser } from '../../contract/own-records.ts'
import { clientFactory, type DemoSession, DemoSessions, type RejectedPerson } from '../demo/demo-sessions.ts'
import { fillDemo, fridaysAhead } from '../demo/fill.ts'
import { fridaysAfter } from '../demo/fridays.ts'
import { demoEmail, demoPhone } from '../demo/people.ts'
import { sampleMasjids, samplePeople } from '../demo/sample-people.ts'
import { approveRequest, sendInvite, sendRequest } from '../demo/slot-scenarios.ts'

/** The accounts of the screenshots. */
export type Fixtures = Awaited<ReturnType<typeof createAccounts>>

/** The number of masjids of the demo. All are around one city, so that each masjid is near each khateeb. */
const masjidCount = 4

const khateebCount = 12

/** Creates the accounts and their slots on a running server. */
export async function createFixtures(url: string): Promise<Fixtures> {
  const fixtures = await createAccounts(url)
  await confirmEarlySlots(fixtures, fridaysAfter(new Date(), 2))
  await fillFriday(fixtures)
  return fixtures
}

async function createAccounts(url: string) {
  const people = samplePeople(khateebCount, sampleMasjids().slice(0, masjidCount))
  const filled = await fillDemo(url, people)
  const sessions = new DemoSessions(clientFactory(url))
  async function khateebNamed(kind: string, firstName: string, lastName: string, zipCode: string) {
    const contact = contactOf(`${kind} khateeb`)
    const khateeb = { firstName, lastName, zipCode, ...contact, bio: '', expertise: '' }
    return sessionOrThrow(await sessions.openKhateeb(khateeb))
  }
  async function masjidNamed(kind: string, masjidName: string, masjidAddress: string, zipCode: string) {
    const contact = contactOf(`${kind} masjid`)
    const masjid = { masjidName, masjidAddress, zipCode, ...contact, website: longWebsite }
    return sessionOrThrow(await sessions.openMasjid(masjid))
  }

  const fixtures = {
    url,
    // A khateeb and a masjid with invites, requests, confirmed slots and long lists. They are the same accounts in every run, so that a
    // second run on the same database finds their slots.
    khateeb: sessionOrThrow(filled.khateebs.find(({ email }) => email === people.khateebs[0]?.email)),
    masjid: sessionOrThrow(filled.masjids.find(({ email }) => email === people.masjids[0]?.email)),
    // A khateeb and a masjid with empty lists, far from all others.
    newKhateeb: await khateebNamed('new', 'Salim', 'Newcomer', '99762'),
    newMasjid: await masjidNamed('new', 'Masjid at the Edge', '1 Far Road', '79830'),
    // A khateeb and a masjid with long names and texts.
    longKhateeb: await khateebNamed('long', longFirstName, longLastName, '48126'),
    longMasjid: await masjidNamed('long', longMasjidName, longAddress, '48126'),
    arabicKhateeb: await khateebNamed('arabic', 'عبد الرحمن', 'بن يوسف الأندلسي', '48126'),
    arabicMasjid: await masjidNamed('arabic', 'مسجد النور والهداية', 'شارع الزيتون ١٢', '48126'),
    /** The first Friday (YYYY-MM-DD) after the Fridays of the demo. `fillFriday` posts its slots. */
    friday: fridaysAfter(new Date(), fridaysAhead + 1).at(-1) ?? '',
  }
  await Promise.all([
    fixtures.longKhateeb.client.call(updateUser, { uid: 'me', bio: longBio, expertise: longExpertise }),
    fixtures.arabicKhateeb.client.call(updateUser, {
      uid: 'me',
      bio: arabicBio,
      expertise: 'التفسير، السيرة',
    }),
  ])
  return fixtures
}

/** Confirms the khateeb for a slot on each Friday. The slot is an hour before the earliest slots of the demo, so the khateeb is free. */
async function confirmEarlySlots({ masjid, khateeb }: Fixtures, fridays: readonly string[]): Promise<void> {
  const khutbahTime = '11:30'
  for (const date of fridays) {
    const { added } = await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times: [khutbahTime] })
    if (added.length === 0) continue
    const slot = { khutbahDate: date, khutbahTime }
    await sendRequest(khateeb, masjid, slot)
    await approveRequest(masjid, khateeb, slot)
  }
}

/**
 * Posts the slots of a Friday. At the masjid, the slot at 13:15 has an invite to the khateeb, the slot at 14:15 has requests from three
 * khateebs, and two slots are open. The khateeb also has an invite from each of two other masjids, and a request to each of them.
 */
async function fillFriday(fixtures: Fixtures): Promise<void> {
  const { masjid, khateeb, longKhateeb, arabicKhateeb, longMasjid, arabicMasjid, friday } = fixtures
  const times = ['12:15', '13:15', '14:15', '15:15']
  for (const poster of [masjid, longMasjid, arabicMasjid]) {
    await poster.client.call(addKhutbah, { masjidUid: 'me', date: friday, times })
  }
  const at = (khutbahTime: string) => ({ khutbahDate: friday, khutbahTime })
  await sendInvite(masjid, khateeb, at('13:15'))
  await sendInvite(longMasjid, khateeb, at('14:15'))
  await sendInvite(arabicMasjid, khateeb, at('15:15'))
  await sendRequest(khateeb, masjid, at('14:15'))
  await sendRequest(khateeb, longMasjid, at('12:15'))
  await sendRequest(khateeb, arabicMasjid, at('12:15'))
  await sendRequest(longKhateeb, masjid, at('14:15'))
  await sendRequest(arabicKhateeb, masjid, at('14:15'))
}

function sessionOrThrow(session: DemoSession | RejectedPerson | undefined): DemoSession {
  if (session !== undefined && 'client' in session) return session
  throw new Error(`An account could not be created: ${session?.reason ?? 'the demo has no such person'}`)
}

function contactOf(who: string) {
  return { phone: demoPhone(who), email: demoEmail('shots', who) }
}

const longFirstName = 'Abdurrahman-Muhammad Nasiruddin'
const longLastName = 'ibn Sulayman al-Qastallani-Wolfeschlegelsteinhausenbergerdorff'
const longMasjidName =
  'The Islamic Society and Cultural Center of Greater Southeastern Michigan and the Downriver Communities, Masjid of the Two Hundred Lanterns'
const longAddress = '104-2284 North Old Telegraph and Ferry Landing Road, Building C, Third Entrance'
const longWebsite = 'https://www.the-islamic-society-and-cultural-center-of-greater-michigan.example'
const longBio = [
  'I grew up between two rivers and three languages, and have been giving khutbahs since I was nineteen.',
  'Most of my week goes to the hospital, where I am a chaplain; on Fridays I speak about what people there taught me: patience, gratitude, and what we owe to our neighbours. I keep to twenty minutes, in English, with every verse in both languages.',
  'I gladly come early to meet the congregation, and stay after the prayer for questions.',
].join('\n\n')
const longExpertise =
  'Seerah, family life, fiqh of worship, tafsir of the short surahs, youth and identity, grief and illness, honesty in trade, neighbours'
const arabicBio = 'خطيب منذ عشر سنين، درستُ التفسير والحديث، وأخطب بالعربية والإنجليزية.'
