import { plural, t } from '@lingui/core/macro'
import { type FormEvent, type ReactNode, useId } from 'react'
import { type getAvailability, updateAvailability } from '../../contract/availability.ts'
import { maxAwayDates } from '../../contract/availability-choices.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { call } from '../app/api-call.ts'
import { formatDate, formatDayAndDate, formatList } from '../app/format.ts'
import { rebaseList } from '../app/rebase-list.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { useDraft } from '../app/use-draft.ts'
import { languageChoices } from '../members/language-select.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { DateGrid } from '../ui/date-grid.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { differences } from './differences.ts'

type Availability = OutputOf<typeof getAvailability>
type Settings = Omit<Availability, 'today' | 'lastDate' | 'khutbahDates'>
type Changes = Partial<Settings>

/** Unsaved changes, and the saved settings on which they are based. */
interface Draft {
  readonly changes: Changes
  readonly base: Settings
}

const update: Action<Changes, Availability> = {
  run: (changes) => call(updateAvailability, { uid: 'me', ...changes }),
  done: () => t`Your availability is saved.`,
  failed: () => t`Failed to save your availability.`,
}

interface AvailabilityFormProps {
  saved: Availability
  onSaved: (next: Availability) => void
}

/** Edits the khateeb's availability. Sends only the changed settings. Unsaved changes survive a reload in the same tab. */
export function AvailabilityForm({ saved, onSaved }: AvailabilityFormProps) {
  const [draft, setDraft] = useDraft<Draft>('availability-draft')
  const changes = draft === undefined ? {} : differences({ ...saved, ...rebasedChanges(draft, saved) }, saved)
  const { mutate, isPending } = useAction(update, {
    onDone: (next, sent) => {
      // Keeps what the user has changed since the call was sent.
      keep(differences(settings, { ...saved, ...sent }), next)
      onSaved(next)
    },
  })
  const settings = { ...saved, ...changes }
  const hasChanges = Object.keys(changes).length > 0

  function keep(next: Changes, base: Settings = saved) {
    setDraft(Object.keys(next).length === 0 ? undefined : { changes: next, base })
  }

  /** Sets a value. A value that equals the saved value does not count as a change. */
  function set<Name extends keyof Settings>(name: Name, value: Settings[Name]) {
    keep(differences({ ...settings, [name]: value }, saved))
  }

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(changes)
  }

  return (
    <form className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2" onSubmit={save}>
      <DatesAway settings={settings} onChange={(dates) => set('awayDates', dates)} />
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <Limits settings={settings} set={set} />
        <Languages spoken={settings.languages} onChange={(languages) => set('languages', languages)} />
      </div>
      <div className="flex flex-col gap-3 lg:col-span-2 md:flex-row-reverse">
        <Button type="submit" size="large" busy={isPending} busyText={t`Saving...`}>
          {t`Save`}
        </Button>
        {hasChanges && (
          <Button variant="secondary" size="large" onClick={() => keep({})}>
            {t`Discard Changes`}
          </Button>
        )}
        <output className="flex items-center text-muted md:me-auto">
          {hasChanges && !isPending ? t`Not saved yet` : ''}
        </output>
      </div>
    </form>
  )
}

/**
 * Returns the changes, with changed dates and languages applied to the lists that are saved now. The khateeb may have changed these lists
 * on another device.
 */
function rebasedChanges({ changes, base }: Draft, saved: Settings): Changes {
  const { awayDates, languages } = changes
  return {
    ...changes,
    ...(awayDates && { awayDates: rebaseList(awayDates, base.awayDates, saved.awayDates) }),
    ...(languages && { languages: rebaseList(languages, base.languages, saved.languages) }),
  }
}

interface DatesAwayProps {
  settings: Availability
  onChange: (dates: string[]) => void
}

function DatesAway({ settings: { awayDates, khutbahDates, today, lastDate }, onChange }: DatesAwayProps) {
  const away = new Set(awayDates)
  const khutbahs = new Set(khutbahDates)
  const khutbahsWhileAway = khutbahDates.filter((date) => away.has(date))
  const isFull = awayDates.length >= maxAwayDates
  const toggle = (date: string) => {
    if (away.has(date)) onChange(awayDates.filter((it) => it !== date))
    else if (!isFull) onChange([...awayDates, date].toSorted())
  }
  const labelOf = (date: string) => {
    const states = [away.has(date) && t`away`, khutbahs.has(date) && t`you speak`]
    return [formatDayAndDate(date), ...states.filter((it) => it !== false)].join(', ')
  }
  return (
    // On a phone, this section is not a card, because the grid needs the full width for dates of 44 pixels.
    <section className="min-w-0 md:rounded-card md:border md:border-line md:bg-surface md:p-6 md:shadow-card">
      <h2 className="mb-3 font-display text-xl font-semibold">{t`Dates Away`}</h2>
      <p className="mb-4 text-muted">{t`Tap the dates on which you can’t speak. Masjids can’t invite you for them.`}</p>
      <div className="-mx-gutter md:mx-0">
        <DateGrid
          from={today}
          to={lastDate}
          selected={away}
          marked={khutbahs}
          labelOf={labelOf}
          onToggle={toggle}
        />
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <LegendItem look="border border-danger bg-danger-soft rounded-sm">{t`Away`}</LegendItem>
        <LegendItem look="rounded-full bg-brass-line scale-50">{t`You speak`}</LegendItem>
      </ul>
      <output className="mt-3 block">
        {awayDates.length > 0 &&
          plural(awayDates.length, { one: 'You are away on # date.', other: 'You are away on # dates.' })}
        {isFull && ` ${t`You can’t mark any more dates.`}`}
      </output>
      {khutbahsWhileAway.length > 0 && (
        <div className="mt-3">
          <Notice tone="warning" title={t`You are confirmed to speak`}>
            {t`You still speak on ${formatList(khutbahsWhileAway.slice(0, 5).map(formatDate))}. If you can’t come, withdraw on your dashboard.`}
          </Notice>
        </div>
      )}
    </section>
  )
}

function LegendItem({ look, children }: { look: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span className={`forced-edge size-4 ${look}`} aria-hidden="true" />
      {children}
    </li>
  )
}

interface LimitsProps {
  settings: Settings
  set: <Name extends keyof Settings>(name: Name, value: Settings[Name]) => void
}

function Limits({ settings: { maxAMonth, maxMiles, weeksBetween, shortNotice }, set }: LimitsProps) {
  return (
    <Card title={t`Limits`}>
      <div className="grid grid-cols-1 gap-5">
        <LimitSelect
          label={t`How far I drive`}
          hint={t`From your ZIP code, in a straight line. Masjids farther away can’t invite you.`}
          value={maxMiles}
          choices={[10, 20, 30, 40, 50, 75, 100, 150, 200, 300]}
          textOf={(count) => plural(count, { one: '# mile', other: '# miles' })}
          onChange={(value) => set('maxMiles', value)}
        />
        <LimitSelect
          label={t`Khutbahs a month, at most`}
          hint={t`Masjids see when a slot is beyond this limit. They can still invite you.`}
          value={maxAMonth}
          choices={[1, 2, 3, 4, 5, 6, 8, 10]}
          textOf={(count) => plural(count, { one: '# khutbah', other: '# khutbahs' })}
          onChange={(value) => set('maxAMonth', value)}
        />
        <LimitSelect
          label={t`Time between two visits to one masjid`}
          hint={t`Masjids see when a slot is beyond this limit. They can still invite you.`}
          value={weeksBetween}
          choices={[2, 3, 4, 6, 8, 10, 12, 26, 52]}
          textOf={(count) => plural(count, { one: '# week', other: '# weeks' })}
          onChange={(value) => set('weeksBetween', value)}
        />
        <Checkbox
          label={t`I can be asked at short notice, less than three days before.`}
          checked={shortNotice}
          onChange={({ target }) => set('shortNotice', target.checked)}
        />
      </div>
    </Card>
  )
}

interface LimitSelectProps {
  label: string
  hint?: string
  value: number | null
  choices: readonly number[]
  textOf: (count: number) => string
  onChange: (value: number | null) => void
}

function LimitSelect({ label, hint, value, choices, textOf, onChange }: LimitSelectProps) {
  // If a client of the API has saved a value that is not one of the choices, adds this value to the choices.
  const all =
    value === null || choices.includes(value) ? choices : [...choices, value].toSorted((a, b) => a - b)
  return (
    <Select
      label={label}
      hint={hint}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{t`No limit`}</option>
      {all.map((count) => (
        <option key={count} value={count}>
          {textOf(count)}
        </option>
      ))}
    </Select>
  )
}

interface LanguagesProps {
  spoken: Settings['languages']
  onChange: (spoken: Settings['languages']) => void
}

function Languages({ spoken, onChange }: LanguagesProps) {
  const headingId = useId()
  const hintId = useId()
  return (
    <Card title={<span id={headingId}>{t`Languages I Speak In`}</span>}>
      <p id={hintId} className="mb-2 text-muted">
        {t`Masjids see these languages when they choose a khateeb.`}
      </p>
      <fieldset
        aria-labelledby={headingId}
        aria-describedby={hintId}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-4"
      >
        {languageChoices.map(({ code, name }) => (
          <Checkbox
            key={code}
            label={name}
            checked={spoken.includes(code)}
            onChange={({ target }) =>
              onChange(target.checked ? [...spoken, code].toSorted() : spoken.filter((it) => it !== code))
            }
          />
        ))}
      </fieldset>
    </Card>
  )
}
