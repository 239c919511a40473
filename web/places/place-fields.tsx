import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { lookUpZip } from '../../contract/places.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { TextField } from '../ui/text-field.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { messages } from '../words/place-fields.en.po'

lingui.load('en', messages)

/** A form with a ZIP code. */
interface ZipForm {
  watch: (name: 'zipCode', defaultValue: string) => string
  setError: (name: 'zipCode', error: { message: string }) => void
  clearErrors: (name: 'zipCode') => void
}

interface PlaceFieldsProps {
  /** The registration of the ZIP field. The form makes it, since errors get the focus in the order of registration. */
  zip: UseFormRegisterReturn & { error: string | undefined }
  form: ZipForm
  /** The saved place, which needs no look-up. */
  known?: Place
  /** An unsaved ZIP code that is restored into the field; it is looked up on mount. */
  draftZip?: string | undefined
}

interface Place {
  readonly zipCode: string
  readonly city: string
  readonly stateCode: string
}

const noPlace: Place = { zipCode: '', city: '', stateCode: '' }

/** Minimum length for a look-up. */
const minZipLength = 5

/**
 * ZIP code, city and state. On blur the ZIP code is looked up; city and state are read-only. They share a line if both
 * fit.
 */
export function PlaceFields({ zip, form, known = noPlace, draftZip }: PlaceFieldsProps) {
  const value = form.watch('zipCode', '')
  const [found, setFound] = useState<Place>()
  const current = value.trim()
  // City and state show only while the field holds their ZIP code.
  const place = [found, known].find((it) => it?.zipCode === current) ?? noPlace
  // Of several look-ups under way, only the latest counts.
  const latest = useRef(known.zipCode)
  const topic = useId()

  const lookUp = async (typed: string) => {
    const zipCode = typed.trim()
    if (zipCode.length < minZipLength || zipCode === latest.current) return undefined
    latest.current = zipCode
    // Cleared before the lookup, not after it: a call of the form may mark the field in between.
    form.clearErrors('zipCode')
    const answer = await find(zipCode).catch((reason: unknown) => sentenceOfLookup(reason))
    if (latest.current !== zipCode) return undefined
    const isFound = typeof answer !== 'string'
    setFound(isFound ? answer : undefined)
    if (isFound) return undefined
    form.setError('zipCode', { message: answer })
    latest.current = ''
    return showFailure(answer, { topic })
  }
  const lookUpDraft = useEffectEvent(() => void (draftZip !== undefined && lookUp(draftZip)))
  useEffect(() => lookUpDraft(), [])

  return (
    <div className="flex flex-wrap gap-5 md:grid md:grid-cols-[2fr_3fr_1fr]">
      <div className="basis-full">
        <TextField
          {...zip}
          label={t`ZIP code`}
          autoComplete="postal-code"
          inputMode="numeric"
          required
          onBlur={(event) => {
            // A value typed before hydration is not in the form's state yet.
            if (event.target.value !== value) void zip.onChange({ target: event.target, type: 'change' })
            void zip.onBlur(event)
            void lookUp(event.target.value)
          }}
        />
      </div>
      <div className="min-w-0 grow basis-40">
        <TextField label={t`City`} value={place.city} disabled readOnly />
      </div>
      <div className="min-w-0 basis-18">
        <TextField label={t`State`} value={place.stateCode} disabled readOnly />
      </div>
    </div>
  )
}

async function find(zipCode: string): Promise<Place> {
  const { places } = await call(lookUpZip, { zip: zipCode })
  const [place] = places
  return { zipCode, city: place?.['place name'] ?? '', stateCode: place?.['state abbreviation'] ?? '' }
}

function sentenceOfLookup(reason: unknown): string {
  const isUnknown = reason instanceof CallFailed && (reason.status === 404 || reason.status === 400)
  return isUnknown ? t`Please use a valid US address` : t`Failed to fetch city information. Please try again.`
}
