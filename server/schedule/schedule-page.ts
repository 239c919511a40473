import { addressLine, directionsUrl } from '../../contract/map-url.ts'
import { qrCode } from '../../contract/qr-code.ts'
import { paths } from '../../contract/screen-paths.ts'
import { groupByDate } from '../khutbahs/group-by-date.ts'
import { clockTime, longDate } from '../letters/content/local-time.ts'
import { type Html, html, markupOf } from '../letters/html.ts'
import { newTimeNotConfirmed } from '../sql-fragments/names-and-times.ts'
import type { PublicSchedule, ScheduledSlot } from './public-schedule.ts'

/** The three forms of the page: complete, to be framed in another site, or as a poster to print. */
export type ScheduleView = 'page' | 'embed' | 'poster'

interface ScheduledDate {
  readonly date: string
  readonly times: readonly ScheduledSlot[]
}

/** Maximum number of dates on a poster. */
const maxPosterDates = 6

/** Writes the page of a public schedule. It has no scripts, so it is small, and can be framed and printed anywhere. */
export function schedulePage(schedule: PublicSchedule, view: ScheduleView, url: string): string {
  const { masjidName, place, website } = schedule
  const dates = groupByDate(schedule.slots, (slot) => slot)
  const shown = view === 'poster' ? dates.slice(0, maxPosterDates) : dates
  const list =
    shown.length === 0
      ? html`<p>No khutbahs are posted yet.</p>`
      : html`<ol>${shown.map(({ date, times }) => dateItem(date, times))}</ol>`
  const content = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Khutbahs at ${masjidName}</title>
<style>${style}</style>
</head>
<body class="${view === 'poster' ? `poster ${posterSize(shown)}` : view}">
<main>
${view === 'embed' ? [] : html`<h1><bdi>${masjidName}</bdi></h1><p class="place">${view === 'page' ? html`<a href="${directionsUrl(place)}">${addressLine(place)}</a>` : addressLine(place)}</p>`}
<h2>Upcoming Khutbahs</h2>
${list}
${footer(view, url, website)}
</main>
</body>
</html>
`
  return markupOf(content)
}

/**
 * The text sizes of a poster, largest first: the number of characters that fit on a line, the number that fit beside a time, and the number
 * of lines that fit on a sheet of three rows of dates.
 */
const posterSizes = [
  { size: 'large', perLine: 33, besideTime: 20, lines: 13 },
  { size: 'medium', perLine: 39, besideTime: 28, lines: 15 },
  { size: 'small', perLine: 48, besideTime: 37, lines: 20 },
] as const

/**
 * Returns the class for the text size of a poster, so that it fits on one sheet. The poster shows two dates side by side, so the longer
 * date of each pair counts.
 */
function posterSize(dates: readonly ScheduledDate[]): string {
  const fitting = posterSizes.find((size) => {
    const lines = dates.map(({ times }) => 1 + times.reduce((sum, slot) => sum + linesOf(slot, size), 0))
    return (
      lines.reduce(
        (sum, it, place) => sum + (place % 2 === 0 ? Math.max(it, lines[place + 1] ?? 0) : 0),
        0,
      ) <= size.lines
    )
  })
  return fitting?.size ?? 'tiny'
}

/** Estimates the number of lines of a slot. */
function linesOf(
  { khateeb, topic, awaitsReconfirmation }: ScheduledSlot,
  { perLine, besideTime }: (typeof posterSizes)[number],
): number {
  const nameLength = khateeb?.length ?? 0
  const ofName = nameLength > besideTime ? 1 + Math.ceil(nameLength / perLine) : 1
  return ofName + Math.ceil((topic?.length ?? 0) / perLine) + Number(awaitsReconfirmation)
}

function dateItem(date: string, slots: readonly ScheduledSlot[]): Html {
  // `khateeb` is null, a name, or the text that a visitor sees instead of a hidden name. That text may already be `newTimeNotConfirmed`.
  return html`<li><h3><time datetime="${date}">${longDate(date)('en')}</time></h3><ul>${slots.map(
    ({ time, khateeb, topic, awaitsReconfirmation }) =>
      html`<li><time datetime="${time}">${clockTime(time)('en')}</time> ${
        khateeb === null ? html`<span class="open">To be announced</span>` : html`<bdi>${khateeb}</bdi>`
      }${awaitsReconfirmation && khateeb !== newTimeNotConfirmed ? html` <span class="note">${newTimeNotConfirmed}</span>` : []}${topic === null ? [] : html` <bdi class="topic">${topic}</bdi>`}</li>`,
  )}</ul></li>`
}

function footer(view: ScheduleView, url: string, website: string): Html | readonly Html[] {
  if (view === 'embed')
    return html`<p class="links"><a href="${url}" target="_blank" rel="noopener">Full schedule</a></p>`
  if (view === 'poster')
    return html`<footer>${qrCodeOf(url)}<p>Who speaks next? Scan, or open<br><strong>${url.replace(/^https?:\/\//u, '')}</strong></p></footer>`
  return html`<p class="links">
<a href="${calendarUrl(url)}">Add to your calendar</a>
${website === '' ? [] : html`<a href="${website}" rel="noopener nofollow">Website</a>`}
<a href="${url}/poster">Print a poster</a>
</p>
<p class="about">Do you give khutbahs? <a href="${paths.khateebSignup}">Offer to speak, on Minbar</a></p>`
}

const calendarUrl = (url: string) => `${url.replace(/^https?:/u, 'webcal:')}/khutbahs.ics`

function qrCodeOf(url: string): Html {
  const { size, path } = qrCode(url)
  return html`<svg role="img" aria-label="QR code of this address" viewBox="0 0 ${String(size)} ${String(size)}" shape-rendering="crispEdges"><rect width="${String(size)}" height="${String(size)}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

/**
 * The only style sheet of the page. The Content-Security-Policy allows it by its hash. `@page` has no margin, so that browsers print no
 * header and footer. Instead, each printed page has the padding of `main`.
 */
const style = html`
:root{color-scheme:light dark;--page:#fbf6ee;--surface:#fffdf8;--ink:#1c2422;--muted:#5b6663;--accent:#0f5a50;--line:#e4dccd}
@media (prefers-color-scheme:dark){:root{--page:#121715;--surface:#1b211f;--ink:#e9ece9;--muted:#a5afab;--accent:#7fd0bf;--line:#2f3835}}
*{box-sizing:border-box;margin:0;padding:0}
body{background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:42rem;margin:0 auto;padding:1.5rem 1rem;box-decoration-break:clone}
h1{font:600 1.9rem/1.2 "Palatino Linotype",Palatino,Georgia,serif}
h2{font:600 1.3rem/1.3 "Palatino Linotype",Palatino,Georgia,serif;margin:1.5rem 0 .75rem}
h3{font-size:1rem;font-weight:600}
ol,ul{list-style:none}
ol{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:0 1rem}
ol>li{padding:.75rem 0;break-inside:avoid}
ol>li+li{border-top:1px solid var(--line)}
ul>li{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.15rem 0}
ul time{min-width:5.5rem;font-variant-numeric:tabular-nums}
.place,.open,.about,.note,.topic{color:var(--muted)}
.note,.topic{flex-basis:100%}
a{color:var(--accent);text-underline-offset:.25em}
.links{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin-top:1rem}
.links a,.about a{display:inline-block;padding:.6rem 0}
.embed main{padding:0}
.embed{background:transparent}
.embed h2{margin-top:0}
.poster{color-scheme:light;--page:#fff;--surface:#fff;--ink:#000;--muted:#444;--line:#bbb;font-size:1.25rem;line-height:1.35}
.poster.medium{font-size:1.05rem}
.poster.small{font-size:.85rem}
.poster.tiny{font-size:.75rem}
.poster ul time{min-width:0}
.poster main{max-width:none;padding:1.5cm;text-align:center}
.poster h1{font-size:2.5rem}
.poster h3{font-size:1em}
.poster ol{border:0}
.poster ol>li+li{border-top:0}
.poster ul>li{justify-content:center}
.poster footer{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:.5rem 1.5rem;margin-top:1rem;font-size:1.25rem}
.poster svg{width:4cm;height:4cm}
@media print,(width>=48rem){.poster ol{display:grid;grid-template-columns:1fr 1fr;gap:0 1.5rem}}
@page{margin:0}
`

export const scheduleStyle = markupOf(style)
