import { makeCalendarAddress } from '../../../contract/calendar.ts'
import { publishSchedule, schedulePath } from '../../../contract/schedule.ts'
import type { TestAccount } from '../../runtime/people.ts'
import { type ReadEvent, readCalendar } from '../../runtime/read-calendar.ts'

/**
 * A calendar program that has subscribed to a calendar address. It updates an event only if the sequence is higher (RFC 5545, 3.8.7.4),
 * and drops an event that is no longer in the file.
 */
export class SubscribedCalendar {
  readonly #url: string
  /**
   * The newest version of each event, by UID. Also contains dropped events, because an event that returns must have a higher sequence than
   * before.
   */
  readonly #newest = new Map<string, ReadEvent>()
  shown: readonly ReadEvent[] = []

  constructor(url: string) {
    this.#url = url
  }

  static async subscribe(baseUrl: string, { client }: TestAccount): Promise<SubscribedCalendar> {
    return new SubscribedCalendar(`${baseUrl}${(await client.call(makeCalendarAddress, {})).path}`)
  }

  /** Publishes a masjid's schedule, and subscribes to its calendar. */
  static async publish(baseUrl: string, { client, uid }: TestAccount): Promise<SubscribedCalendar> {
    await client.call(publishSchedule, { masjidUid: 'me', slug: uid })
    return new SubscribedCalendar(`${baseUrl}${schedulePath(uid)}/khutbahs.ics`)
  }

  /** Reads the calendar file. Returns false if the address is not found. */
  async refresh(): Promise<boolean> {
    const response = await fetch(this.#url)
    if (response.status === 404) return false
    if (response.status !== 200) throw new Error(`${response.status}`)
    const read = readCalendar(await response.text())
    this.shown = read.map((event) => this.#newer(event))
    return true
  }

  #newer(read: ReadEvent): ReadEvent {
    const had = this.#newest.get(read.uid)
    const newer = had === undefined || read.sequence > had.sequence ? read : had
    this.#newest.set(read.uid, newer)
    return newer
  }
}
