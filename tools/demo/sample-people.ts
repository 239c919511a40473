import { type DemoKhateeb, type DemoMasjid, type DemoPeople, demoEmail, demoPhone } from './people.ts'

/** The name, street and ZIP of each masjid. Names and streets are made up. The ZIPs are real and cover the time zones of the US. */
const masjids = [
  ['Seven Lanterns Masjid', '418 Juniper Row', '48126'],
  ['Masjid al-Qindil', '72 Cooper Mill Lane', '48228'],
  ['Blue Door Islamic Center', '1310 Orchard Bend', '48212'],
  ['Quiet Orchard Masjid', '25 Ferry Landing', '48104'],
  ['Lakeglass Islamic Center', '906 Harbor Stair', '60615'],
  ['Masjid Bayt al-Waraq', '3377 Printers Alley', '60645'],
  ['Prairie Lantern Mosque', '5 Windrow Court', '60455'],
  ['Masjid as-Sidra al-Khadra', '8140 Bayou Crossing', '77036'],
  ['Copper Minaret Community', '2219 Saltgrass Road', '77072'],
  ['Masjid of the Two Cedars', '64 Bluebonnet Steps', '75074'],
  ['Wayfarers’ Masjid', '701 Switchyard Street', '75062'],
  ['Masjid al-Mishkat Bay Ridge', '88 Narrows View', '11209'],
  ['Eleven Steps Islamic Center', '3506 Lantern Avenue', '11372'],
  ['Silk Mill Masjid', '14 Bobbin Street', '07503'],
  ['Masjid al-Hibr', '5230 Inkwell Place', '19139'],
  ['Almond Court Islamic Center', '39 Almond Court', '94538'],
  ['Masjid Zaytuna Grove', '1222 Sundial Way', '95050'],
  ['Orange Blossom Masjid', '660 Zest Avenue', '92804'],
  ['Rainwater Islamic Center', '4501 Cistern Hill', '98118'],
  ['Masjid an-Nahrayn North', '1919 Millrace Avenue', '55454'],
  ['Peachstone Masjid', '277 Quarry Garden', '30318'],
  ['Masjid Sahra al-Layl', '9001 Ocotillo Bend', '85008'],
  ['Northern Crescent House', '12 Spruce Hollow', '99518'],
  ['Masjid of the Rain Tree', '2750 Monkeypod Lane', '96822'],
] as const

const firstNames = words(`
  Yusuf Ibrahim Idris Bilal Zayd Hamza Ismail Tariq Salim Nuh Daud Mikail Anas Khalil Harun Luqman
  Junayd Sulayman Rashid Omar Yahya Adil Kareem Musa
`)

const lastNames = words(`
  Waraqi Tamimzada Qandil Sabounjian Nasirwala Benmoussadi Kitabjee Oakes Hajarwi Dengezi Sirajov
  Mirzadeh Tumbako Lanternwala Rifaqat Zeitouni Halawani Jallowah Sandfield Bukharin Nurmagambet
  Attarian Diope Cedarwood Marbury
`)

const bios = [
  'A teacher on weekdays, I have given Friday sermons for twelve years, mostly to congregations with many students.',
  'I memorised the Quran as a boy and studied hadith in evening classes. My khutbahs are short and end on time.',
  'Hospital chaplain. I like to speak about patience, neighbours and what we owe to the sick.',
  'Born here, raised between two languages. I give the khutbah in English and, where it helps, a summary in Urdu.',
  '',
  'A retired engineer who now has time to prepare properly. I gladly travel an hour for a masjid in need.',
  'I lead the youth circle of my community and bring its questions with me to the minbar.',
]

const subjects = [
  'Seerah, family life',
  'Fiqh of worship, Ramadan',
  'Tafsir of the short surahs',
  'Youth, identity, good character',
  'Patience and illness, grief',
  'Neighbours, honesty in trade',
]

/** Returns the sample masjids, which are all made up. */
export function sampleMasjids(): DemoMasjid[] {
  return masjids.map(([masjidName, masjidAddress, zipCode], i) => ({
    masjidName,
    masjidAddress,
    zipCode,
    email: demoEmail(masjidName),
    phone: demoPhone(masjidName),
    website: i % 3 === 0 ? `https://www.${masjidName.toLowerCase().replace(/[^a-z]/gu, '')}.example` : '',
  }))
}

/** Returns the masjids, and a number of made-up khateebs around them. */
export function samplePeople(khateebs: number, masjids: readonly DemoMasjid[] = sampleMasjids()): DemoPeople {
  const zipCodes = masjids.map((it) => it.zipCode)
  return { masjids, khateebs: sampleKhateebs(khateebs, zipCodes) }
}

/** Returns `count` made-up khateebs, spread evenly over the ZIPs. They are the same in every run. */
export function sampleKhateebs(count: number, zipCodes: readonly string[]): DemoKhateeb[] {
  return Array.from({ length: count }, (_, i) => {
    const firstName = itemAt(firstNames, i)
    // One list of names is longer by one name, so that no pair of names repeats before all pairs have been used.
    const lastName = itemAt(lastNames, i)
    const name = `${firstName} ${lastName}`
    const repeats = Math.floor(i / (firstNames.length * lastNames.length))
    return {
      firstName,
      lastName,
      zipCode: itemAt(zipCodes, Math.floor((i * zipCodes.length) / count)),
      email: demoEmail(name, ...(repeats === 0 ? [] : [String(repeats + 1)])),
      phone: demoPhone(name),
      bio: itemAt(bios, i),
      expertise: itemAt(subjects, i),
    }
  })
}

function words(text: string): string[] {
  return text.trim().split(/\s+/u)
}

function itemAt(list: readonly string[], position: number): string {
  return list[position % list.length] ?? ''
}
