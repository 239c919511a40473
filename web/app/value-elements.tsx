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
 * Times, dates, miles and phones stand in `bdi`, as they read in the same direction in every script. A name in `bdi` may be
 * broken within a word (ui/base.css); these may not.
 */
const oneLine = 'whitespace-nowrap'
const wholeWords = 'wrap-break-word'

/** A time of the day, `HH:MM`, as `1:30 PM`. */
export function TimeOfDay({ value }: { value: string }) {
  return (
    <bdi className={oneLine}>
      <time dateTime={value}>{formatTime(value)}</time>
    </bdi>
  )
}

/** A date, `YYYY-MM-DD`, with its day of the week or without it. */
export function CalendarDate({ value, dayless = false }: { value: string; dayless?: boolean }) {
  return (
    <bdi className={wholeWords}>
      <time dateTime={value}>{dayless ? formatDate(value) : formatDayAndDate(value)}</time>
    </bdi>
  )
}

/** A moment of one's own past, an ISO instant, with date and time. */
export function Instant({ value }: { value: string }) {
  return (
    <bdi className={wholeWords}>
      <time dateTime={value}>{formatInstant(value)}</time>
    </bdi>
  )
}

/** A distance in miles. Words in place of a figure may break over lines. */
export function Miles({ value }: { value: number }) {
  return <bdi {...(value >= 1 && { className: oneLine })}>{formatMiles(value)}</bdi>
}

/** A phone number of ten digits, to be called at a touch. */
export function Phone({ value }: { value: string }) {
  return (
    <a className={`inline-flex min-h-control items-center ${linkClass}`} href={`tel:+1${value}`}>
      <bdi className="text-balance" dir="ltr">
        {formatPhone(value)}
      </bdi>
    </a>
  )
}
