import { formatPhone } from '../../contract/format-phone.ts'
import type { PostalAddressFields } from '../../contract/map-url.ts'
import { linkClass } from '../ui/link-class.ts'
import { formatDate, formatDayAndDate, formatInstant, formatMiles, formatTime } from './format.ts'

/*
 * Each value is in a `bdi`, so that surrounding right-to-left text can't reorder it. `ui/base.css` lets any word in a `bdi` break, for long
 * names. `oneLine` prevents all line breaks. `wholeWords` breaks a word only if it doesn't fit on a line of its own.
 */
const oneLine = 'whitespace-nowrap'
const wholeWords = 'wrap-break-word'

/** A time of day. `value` is `HH:MM`. Shows `1:30 PM`, or `1:30 PM EST` with a zone. */
export function TimeOfDay({ value, zone }: { value: string; zone?: string | undefined }) {
  return (
    <bdi className={zone === undefined ? oneLine : wholeWords}>
      <time dateTime={value}>{formatTime(value, zone)}</time>
    </bdi>
  )
}

/** A postal address in one line. The street and the city each have a `bdi`. */
export function PostalAddress({ address, city, stateCode, zipCode }: PostalAddressFields) {
  return (
    <>
      <bdi>{address}</bdi>,{' '}
      <bdi>
        {city}, {stateCode} {zipCode}
      </bdi>
    </>
  )
}

/** A date. `value` is `YYYY-MM-DD`. Shows the day of the week unless `dayless`. */
export function CalendarDate({ value, dayless = false }: { value: string; dayless?: boolean }) {
  return (
    <bdi className={wholeWords}>
      <time dateTime={value}>{dayless ? formatDate(value) : formatDayAndDate(value)}</time>
    </bdi>
  )
}

/** The date and time of an instant, in the viewer's time zone. `value` is an ISO instant. */
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
