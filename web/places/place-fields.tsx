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
  getValues: (name: 'zipCode') => string
  setError: (name: 'zipCode', error: { message: string }) => void
  clearErrors: (name: 'zipCode') => void
}

interface PlaceFieldsProps {
  /** The registration of the ZIP field. The form registers its fields in order, because the first one with an error gets the focus. */
  zip: UseFormRegisterReturn & { error: string | undefined }
  form: ZipForm
  /** The saved place, which is not looked up. */
  known?: Place
  /** The ZIP code of a restored draft. It is looked up on mount. */
  draftZip?: string | undefined
}

interface Place {
  readonly zipCode: string
  readonly city: string
  readonly stateCode: string
}

const noPlace: Place = { zipCode: '', city: '', stateCode: '' }

/** The length of the shortest text that is looked up. */
const minZipLength = 5

/** The fields of a ZIP code, its city and its state. On blur, looks up the ZIP code, and shows city and state, which are read-only. */
export function PlaceFields({ zip, form, known = noPlace, draftZip }: PlaceFieldsProps) {
  const value = form.watch('zipCode', '')
  const [found, setFound] = useState<Place>()
  const current = value.trim()
  // City and state show only while the field holds their ZIP code.
  const place = [found, known].find((it) => it?.zipCode === current) ?? noPlace
  // The ZIP code of the latest look-up. The results of earlier ones are ignored.
  const latestZip = useRef(known.zipCode)
  // Each toast of these fields replaces the one before.
  const scope = useId()

  const lookUp = async (typed: string) => {
    const zipCode = typed.trim()
    if (zipCode.length < minZipLength || zipCode === latestZip.current) return
    latestZip.current = zipCode
    // Clears the error before the look-up, not after it, because during the look-up, submitting the form may show another error at the
    // field.
    form.clearErrors('zipCode')
    const result = await find(zipCode).catch((error: unknown) => failureTextOf(error))
    if (latestZip.current !== zipCode) return
    const isFound = typeof result !== 'string'
    setFound(isFound ? result : undefined)
    if (isFound) return
    latestZip.current = ''
    // The user may have changed the field during the look-up.
    if (form.getValues('zipCode').trim() !== zipCode) return
    form.setError('zipCode', { message: result })
    showFailure(result, { scope })
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

function failureTextOf(error: unknown): string {
  const isUnknown = error instanceof CallFailed && (error.status === 404 || error.status === 400)
  return isUnknown ? t`Please use a valid US address` : t`Failed to fetch city information. Please try again.`
}
