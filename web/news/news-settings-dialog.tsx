import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { changeNewsSettings, newsLanguage } from '../../contract/news.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/document-context.ts'
import { formatTime } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import { useSession } from '../app/session.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { QueryView } from '../members/query-view.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { messages } from '../words/news-settings.en.po'
import { type NewsSettings, newsSettingsQuery } from './news-queries.ts'

lingui.load('en', messages)

type Choice = Omit<NewsSettings, 'timeZone'>

const change: Action<Choice> = {
  run: (choice) => call(changeNewsSettings, choice),
  done: () => t`Your choice is saved.`,
  failed: () => t`Failed to save your choice.`,
}

/**
 * The dialog in which the user chooses when, about what, and in which language to get the party's news by email. The account screen opens
 * it.
 */
export function NewsSettingsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(newsSettingsQuery)
  return (
    <Dialog onClose={onClose} title={t`News by email`}>
      <QueryView
        query={query}
        failed={t`Error fetching your choice. Please try again later.`}
        skeleton={
          <LoadingStatus>
            <Skeleton className="h-5 w-full" />
            <Skeleton className="mt-5 h-control w-full" />
            <Skeleton className="mt-5 h-control w-36" />
          </LoadingStatus>
        }
      >
        {(settings) => <SettingsForm settings={settings} onClose={onClose} />}
      </QueryView>
    </Dialog>
  )
}

interface SettingsFormProps {
  settings: NewsSettings
  onClose: () => void
}

function SettingsForm({ settings, onClose }: SettingsFormProps) {
  const { timeZone, ...saved } = settings
  const { name, role } = useSession()
  const [choice, setChoice] = useState<Choice>(saved)
  const { mutate, isPending } = useAction(change, {
    onDone: (_, given) => {
      // Updates the cache, because the user may open the dialog again before the refresh.
      queryClient().setQueryData(newsSettingsQuery.queryKey, { ...given, timeZone })
      onClose()
    },
  })
  const set = (changes: Partial<Choice>) => setChoice((before) => ({ ...before, ...changes }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(choice)
  }
  return (
    <form className="grid grid-cols-1 gap-5" onSubmit={save}>
      <p>
        <bdi className="font-medium">{name}</bdi>
      </p>
      <Deliveries choice={choice} isMasjid={role === 'masjid'} onChange={set} />
      {choice.delivery === 'digest' && (
        <Select
          label={t`Time of the daily email`}
          hint={t`Local time in ${placeOf(timeZone)}. If a khutbah starts before this email, we send its news right away.`}
          value={choice.digestHour}
          onChange={({ target }) => set({ digestHour: Number(target.value) })}
        >
          {Array.from({ length: 24 }, (_, hour) => (
            <option key={hour} value={hour}>
              {formatTime(`${String(hour).padStart(2, '0')}:00`)}
            </option>
          ))}
        </Select>
      )}
      <Categories choice={choice} onChange={set} />
      <NewsLanguageSelect choice={choice} onChange={set} />
      <p className="text-muted">
        {t`Urgent news always goes out at once: a canceled khutbah, a withdrawal, a removal, or a confirmed khutbah that moved.`}
      </p>
      <div className="flex flex-col md:flex-row md:justify-end">
        <Button type="submit" busy={isPending} busyText={t`Saving...`}>{t`Save`}</Button>
      </div>
    </form>
  )
}

interface SettingProps {
  choice: Choice
  onChange: (changes: Partial<Choice>) => void
}

function Deliveries({ choice, isMasjid, onChange }: SettingProps & { isMasjid: boolean }) {
  const group = useId()
  const options: readonly (readonly [Choice['delivery'], string])[] = [
    ['at_once', t`As it happens`],
    ['digest', t`Once a day, in one email`],
    ...(isMasjid ? [['mine', t`Only about khutbahs that I posted or acted on`] as const] : []),
  ]
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t`When to email me`}</legend>
      {options.map(([delivery, text]) => (
        <label key={delivery} className="flex min-h-control cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={group}
            className="size-5 shrink-0"
            checked={choice.delivery === delivery}
            onChange={() => onChange({ delivery })}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Categories({ choice: { muted }, onChange }: SettingProps) {
  const categories: readonly (readonly [Choice['muted'][number], string])[] = [
    ['pending', t`New invites and requests`],
    ['confirmed', t`Confirmed khutbahs`],
    ['ended', t`Invites and requests that have ended`],
  ]
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t`What to email me about`}</legend>
      {categories.map(([category, text]) => (
        <Checkbox
          key={category}
          label={text}
          checked={!muted.includes(category)}
          onChange={({ target }) =>
            onChange({
              muted: target.checked ? muted.filter((it) => it !== category) : [...muted, category],
            })
          }
        />
      ))}
    </fieldset>
  )
}

/** The name of each language, in that language, so that its readers find it. */
const languageNames: Readonly<Record<Choice['language'], string>> = {
  en: 'English',
  ar: 'العربية',
  es: 'Español',
}

function NewsLanguageSelect({ choice, onChange }: SettingProps) {
  return (
    <Select
      label={t`Language of these emails`}
      hint={t`Only news comes in this language. Emails about your account, and Minbar itself, stay in English.`}
      value={choice.language}
      onChange={({ target }) => {
        const language = newsLanguage.options.find((it) => it === target.value)
        if (language !== undefined) onChange({ language })
      }}
    >
      {newsLanguage.options.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </Select>
  )
}

/** Returns the place in the name of a time zone: `New York` for `America/New_York`. */
function placeOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
