import { plural } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { type Control, type FieldPathByValue, useWatch } from 'react-hook-form'
import { lingui } from '../app/i18n.ts'
import { TextArea } from '../ui/text-area.tsx'
import type { TextValues } from './form-draft.ts'

interface CountedTextAreaProps<Values extends TextValues>
  extends Omit<ComponentProps<typeof TextArea>, 'optionalText'> {
  control: Control<Values>
  name: FieldPathByValue<Values, string>
  /** The server's limit, in Unicode code points. */
  maxCharacters: number
}

/** A text area with a character counter. Text over the limit is not cut off. */
export function CountedTextArea<Values extends TextValues>({
  control,
  maxCharacters,
  ...area
}: CountedTextAreaProps<Values>) {
  const text: string = useWatch({ control, name: area.name })
  const used = Array.from(text.normalize('NFC').trim()).length
  return <TextArea {...area} optionalText={<CharacterCount used={used} max={maxCharacters} />} />
}

function CharacterCount({ used, max }: { used: number; max: number }) {
  const left = max - used
  return (
    <>
      <bdi
        aria-hidden="true"
        className={`whitespace-nowrap tabular-nums ${left < 0 ? 'font-medium text-danger' : ''}`}
      >
        {lingui.number(used)} / {lingui.number(max)}
      </bdi>
      <output className="sr-only">{spokenCount(left)}</output>
    </>
  )
}

/** Returns the count for screen readers, only near the limit, because an announcement at every keystroke would interrupt typing. */
function spokenCount(left: number): string {
  const over = -left
  if (over > 0) return plural(over, { one: '# character too many', other: '# characters too many' })
  return left <= 20 ? plural(left, { one: '# character left', other: '# characters left' }) : ''
}
