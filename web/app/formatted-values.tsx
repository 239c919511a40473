import type { MapPlace } from '../../contract/map-url.ts'
import { linkClass } from '../ui/link-class.ts'
import {
  formatDate,
  formatDayAndDate,
  formatInstant,
  formatMiles,
  formatPhone,
  formatTime,
} from './format.ts'

/*
 * Each value is in a `bdi`, so that right-to-left text around it can't reorder it. ui/base.css lets the words in a `bdi` break,
 * which suits long names; these classes turn that off.
 */
const oneLine = 'whitespace-nowrap'
const wholeWords = 'wrap-break-word'

/** `value` is `HH:MM`; shows `1:30 PM`, or `1:30 PM EST` with a zone. */
export function TimeOfDay({ value, zone }: { value: string; zone?: string | undefined }) {
  return (
    <bdi className={zone === undefined ? oneLine : wholeWords}>
      <time dateTime={value}>{formatTime(value, zone)}</time>
    </bdi>
  )
}

/** A postal address in one line; the street and the town are isolated from each other. */
export function PostalAddress({ address, city, stateCode, zipCode }: MapPlace) {
  return (
    <>
      <bdi>{address}</bdi>,{' '}
      <bdi>
        {city}, {stateCode} {zipCode}
      </bdi>
    </>
  )
}

/** `value` is `YYYY-MM-DD`. Shows the day of the week unless `dayless`. */
export function CalendarDate({ value, dayless = false }: { value: string; dayless?: boolean }) {
  return (
    <bdi className={wholeWords}>
      <time dateTime={value}>{dayless ? formatDate(value) : formatDayAndDate(value)}</time>
    </bdi>
  )
}

/** `value` is an ISO instant. Shows date and time in the viewer's time zone. */
export function Instant({ value }: { value: string }) {
  return (
    <bdi className={wholeWords}>
      <time dateTime={value}>{formatInstant(value)}</time>
    </bdi>
  )
}

/** A distance in miles. "Less than a mile" may wrap; a number with its unit doesn't. */
export function Miles({ value }: { value: number }) {
  return <bdi {...(value >= 1 && { className: oneLine })}>{formatMiles(value)}</bdi>
}

/** A link that calls a phone number; `value` is its ten digits. */
export function Phone({ value }: { value: string }) {
  return (
    <a className={`inline-flex min-h-control items-center ${linkClass}`} href={`tel:+1${value}`}>
      <bdi className="text-balance" dir="ltr">
        {formatPhone(value)}
      </bdi>
    </a>
  )
}
