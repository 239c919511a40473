import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { lookUpZip } from '../../contract/places.ts'
import { call } from '../app/api-call.ts'
import { TextField } from '../ui/text-field.tsx'
import { showFailure } from '../ui/toasts.tsx'

interface PlaceFieldsProps {
  zip: UseFormRegisterReturn
  /** What stands in the ZIP field now. */
  value: string
  /** What is wrong with the ZIP. */
  error: string | undefined
  /** Called with a sentence when a ZIP is found wrong, and with nothing when it is found right. */
  onValidated: (sentence?: string) => void
  /** The place as it is known from before. */
  known?: Place
  /** What stands in the ZIP field from the start, where that isn't the known place's. */
  typed?: string | undefined
}

interface Place {
  readonly zip: string
  readonly city: string
  readonly state: string
}

const nowhere: Place = { zip: '', city: '', state: '' }

/** A ZIP begins to be looked up at this many characters. */
const zipLength = 5

/**
 * ZIP, and the city and state that it stands for: looked up on leaving the field, never typed. City and state share a line where
 * both fit.
 */
export function PlaceFields({ zip, value, error, onValidated, known = nowhere, typed }: PlaceFieldsProps) {
  const [found, setFound] = useState<Place>()
  const current = value.trim()
  // A place stands beside its own ZIP only, never beside one that is being typed.
  const place = [found, known].find((it) => it?.zip === current) ?? nowhere
  // Of two look-ups under way, only the later one counts.
  const asked = useRef(known.zip)

  const lookUp = async (typed: string) => {
    const sought = typed.trim()
    if (sought.length < zipLength || sought === asked.current) return
    asked.current = sought
    const answer = await find(sought).catch((reason: unknown) => sentenceOfLookup(reason))
    if (asked.current !== sought) return
    const isFound = typeof answer !== 'string'
    setFound(isFound ? answer : undefined)
    onValidated(isFound ? undefined : answer)
    if (isFound) return
    asked.current = ''
    showFailure(answer)
  }
  const lookUpTyped = useEffectEvent(() => void (typed !== undefined && lookUp(typed)))
  useEffect(() => lookUpTyped(), [])

  return (
    <div className="flex flex-wrap gap-5 md:grid md:grid-cols-[2fr_3fr_1fr]">
      <div className="basis-full">
        <TextField
          {...zip}
          label={t`ZIP code`}
          error={error}
          autoComplete="postal-code"
          inputMode="numeric"
          required
          onBlur={(event) => {
            // Typed before the script ran, it is news to the form.
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
        <TextField label={t`State`} value={place.state} disabled readOnly />
      </div>
    </div>
  )
}

async function find(zip: string): Promise<Place> {
  const { places } = await call(lookUpZip, { zip })
  return { zip, city: places[0]?.['place name'] ?? '', state: places[0]?.['state abbreviation'] ?? '' }
}

function sentenceOfLookup(reason: unknown): string {
  const isUnknown = reason instanceof CallFailed && (reason.status === 404 || reason.status === 400)
  return isUnknown ? t`Please use a valid US address` : t`Failed to fetch city information. Please try again.`
}
