import { plural, t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import type { OutputOf } from '../../contract/endpoint.ts'
import { maxMinutesAfterDhuhr, maxServices } from '../../contract/plan-choices.ts'
import { previewPlan, savePlan, stopPlan } from '../../contract/plans.ts'
import { call } from '../app/api-call.ts'
import { minutesAfterMidnight, timeOf } from '../app/minutes-of-day.ts'
import { refreshScreen } from '../app/refresh-screen.ts'
import { useSession } from '../app/session.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import { commonZoneName } from '../app/time-zones.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { useDraft } from '../app/use-draft.ts'
import { Section } from '../members/section.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Select } from '../ui/select.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { Closures, closureError, withClosure } from './closures.tsx'
import type { Plan, Preview, Service } from './plan-queries.ts'
import { SavePlanDialog } from './save-plan-dialog.tsx'
import { ServiceFields, serviceErrorOf } from './service-fields.tsx'

/** A plan to save, and the saved plan that was on the screen; null if there was none. */
interface SubmittedPlan {
  readonly plan: Plan
  readonly seenPlan: Plan | null
}

/** Asks the server what saving the plan would change now. */
const previewBeforeSave: Action<SubmittedPlan, Preview> = {
  run: ({ plan, seenPlan }) => call(previewPlan, { masjidUid: 'me', ...plan, seenPlan }),
  failed: () => t`Failed to save your plan.`,
  skipsRefresh: true,
}

const save: Action<SubmittedPlan, OutputOf<typeof savePlan>> = {
  run: ({ plan, seenPlan }) => call(savePlan, { masjidUid: 'me', ...plan, seenPlan }),
  done: ({ posted }) => ({
    text: t`Your plan is saved.`,
    reason:
      posted === 0
        ? undefined
        : plural(posted, { one: '# khutbah was posted.', other: '# khutbahs were posted.' }),
  }),
  failed: () => t`Failed to save your plan.`,
}

const stop: Action<void> = {
  run: () => call(stopPlan, { masjidUid: 'me' }),
  done: () => t`Your plan is stopped. Its khutbahs stay.`,
  failed: () => t`Failed to stop your plan.`,
}

interface PlanFieldsProps {
  plan: Plan
  /** Null if the masjid has no plan yet. */
  savedPlan: Plan | null
  isChanged: boolean
  /** What the plan posts; undefined while the preview of the latest changes loads. */
  preview: Preview | undefined
  today: string
  onChange: (plan: Plan) => void
  onDiscard: () => void
  /** Called with the plan that was sent to be saved. */
  onSaved: (sent: Plan) => void
}

/** The fields of the plan, and the buttons to save, discard and stop it. */
export function PlanFields(props: PlanFieldsProps) {
  const { plan, savedPlan, isChanged, preview, today, onChange, onDiscard, onSaved } = props
  const [asks, setAsks] = useState<'save' | 'stop'>()
  const [showsErrors, setShowsErrors] = useState(false)
  const [chosenClosure = '', keepChosenClosure] = useDraft<string>('closure-draft')
  const setChosenClosure = (date: string) => keepChosenClosure(date === '' ? undefined : date)
  const close = () => setAsks(undefined)
  const saving = useAction(save, {
    onDone: (_, sent) => {
      close()
      onSaved(sent.plan)
    },
    onRefused: close,
  })
  const stopping = useAction(stop, { onDone: close })
  const previewing = useAction(previewBeforeSave, {
    // Asks only if there is something to say about posted khutbahs. Invites and requests close only if a khutbah moves.
    onDone: ({ moves, removes, keeps, staysAnyway, describes, leaves }, previewed) => {
      if ([moves, removes, keeps, staysAnyway, describes, leaves].some((it) => it.length > 0)) setAsks('save')
      else saving.mutate(previewed)
    },
    // A refusal means that a colleague has changed or stopped the plan.
    onRefused: () => void refreshScreen(),
  })
  const { services } = plan
  const set = (changes: Partial<Plan>) => onChange({ ...plan, ...changes })
  const add = () => set({ services: [...services, serviceAfter(services, savedPlan?.services ?? [])] })
  const isBusy = previewing.isPending || saving.isPending
  const discard = () => {
    setChosenClosure('')
    onDiscard()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [serviceError] = services.flatMap((it) => serviceErrorOf(it) ?? [])
    setShowsErrors(serviceError !== undefined)
    const error = serviceError ?? closureError(chosenClosure, today)
    if (error !== undefined) return showFailure(error)
    if (isBusy) return
    let sent = plan
    if (chosenClosure !== '') {
      // A date that the user has chosen but not added counts as added.
      sent = { ...plan, closures: withClosure(plan.closures, chosenClosure) }
      onChange(sent)
      setChosenClosure('')
    }
    previewing.mutate({ plan: sent, seenPlan: savedPlan })
  }
  return (
    <form noValidate className="grid min-w-0 grid-cols-1 gap-6" onSubmit={submit}>
      <Section title={t`Services`}>
        <ul className="grid grid-cols-1 gap-5">
          {services.map((service, index) => (
            <li key={service.key}>
              <ServiceFields
                number={index + 1}
                service={service}
                error={showsErrors ? serviceErrorOf(service) : undefined}
                nextTime={nextTimeOf(service, preview)}
                onChange={(next) => set({ services: services.with(index, next) })}
                onRemove={
                  services.length > 1 ? () => set({ services: services.toSpliced(index, 1) }) : undefined
                }
              />
            </li>
          ))}
        </ul>
        {services.length < maxServices && (
          <div className="mt-4">
            <Button variant="secondary" onClick={add}>{t`Add a Service`}</Button>
          </div>
        )}
        <ZoneNote today={today} />
      </Section>
      <Section title={t`When`}>
        <div className="grid grid-cols-1 gap-5">
          <WeeksAhead weeks={plan.weeksAhead} onChange={(weeksAhead) => set({ weeksAhead })} />
          <Closures
            dates={plan.closures}
            chosen={chosenClosure}
            today={today}
            onChoose={setChosenClosure}
            onChange={(closures) => set({ closures })}
          />
        </div>
      </Section>
      <div className="flex flex-col gap-3 md:flex-row-reverse">
        <Button type="submit" size="large" busy={isBusy} busyText={t`Saving...`}>
          {savedPlan !== null ? t`Save` : t`Start the Plan`}
        </Button>
        {isChanged && (
          <Button variant="secondary" size="large" onClick={discard}>
            {t`Discard Changes`}
          </Button>
        )}
        {savedPlan !== null && !isChanged && (
          <Button variant="secondary" size="large" onClick={() => setAsks('stop')}>
            {t`Stop the Plan`}
          </Button>
        )}
        <output className="flex items-center text-muted md:me-auto">
          {isChanged && !isBusy ? t`Not saved yet` : ''}
        </output>
      </div>
      {asks === 'save' && previewing.isSuccess && (
        <SavePlanDialog
          preview={previewing.data}
          isBusy={saving.isPending}
          onSave={() => saving.mutate(previewing.variables)}
          onClose={close}
        />
      )}
      {asks === 'stop' && (
        <ConfirmDialog
          title={t`Stop the plan?`}
          onClose={close}
          onConfirm={() => stopping.mutate()}
          confirmText={t`Stop the Plan`}
          busy={stopping.isPending}
          busyText={t`Stopping...`}
        >
          <p>{t`Fridays will no longer be posted automatically. Posted khutbahs stay. A plan that you start later won’t move or remove them.`}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}

/**
 * Returns a new service in the language of the plan's last service. The new service begins an hour after the last service. But if the last
 * two services have fixed times in ascending order, it begins after the same interval as between those two. If the new time would be on the
 * next day, or more than 180 minutes after Dhuhr, the service begins at 13:30.
 * @param saved the services of the saved plan, some of which the user may have removed. The new service needs a different key: with the key
 * of a removed service, it would take over that service's khutbahs.
 */
function serviceAfter(services: readonly Service[], saved: readonly Service[]): Service {
  const key = Math.max(...[...services, ...saved].map((it) => it.key)) + 1
  const [last, before] = services.toReversed()
  const language = last?.language ?? null
  const later = (last?.minutesAfterDhuhr ?? maxMinutesAfterDhuhr) + 60
  if (later <= maxMinutesAfterDhuhr)
    return { key, time: null, minutesAfterDhuhr: later, season: null, language }
  const lastMinutes = minutesAfterMidnight(last?.time ?? '')
  const gap = lastMinutes - minutesAfterMidnight(before?.time ?? '')
  const time = timeOf(lastMinutes + (gap > 0 ? gap : 60)) ?? '13:30'
  return { key, time, minutesAfterDhuhr: null, season: null, language }
}

/** Names the masjid's time zone if the user's clock shows another time. */
function ZoneNote({ today }: { today: string }) {
  const { timeZone } = useSession()
  const zoneOf = useZoneLabel()
  // 18:00 UTC is about midday in the US, so a change of the clocks in the night before counts.
  const startsAt = `${today}T18:00:00Z`
  if (timeZone === null || zoneOf({ startsAt, timeZone }) === undefined) return null
  const zone = commonZoneName(timeZone)
  return <p className="mt-4 text-sm text-muted">{t`The times are in your masjid’s time zone: ${zone}.`}</p>
}

/** Returns when a service after Dhuhr begins next, HH:MM. Undefined if unknown, or for a service at a fixed time. */
function nextTimeOf({ key, minutesAfterDhuhr }: Service, preview: Preview | undefined) {
  if (minutesAfterDhuhr === null) return undefined
  return preview?.nextTimes.find((it) => it.key === key)?.time
}

function WeeksAhead({ weeks, onChange }: { weeks: number; onChange: (weeks: number) => void }) {
  const weekChoices = [1, 2, 4, 6, 8, 13, 26]
  const choices = weekChoices.includes(weeks)
    ? weekChoices
    : [...weekChoices, weeks].toSorted((a, b) => a - b)
  return (
    <Select
      label={t`Post how many weeks ahead`}
      value={weeks}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {choices.map((count) => (
        <option key={count} value={count}>
          {plural(count, { one: '# week', other: '# weeks' })}
        </option>
      ))}
    </Select>
  )
}
