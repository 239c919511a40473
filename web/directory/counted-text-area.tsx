import { plural } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { type Control, type FieldPathByValue, useWatch } from 'react-hook-form'
import { lingui } from '../app/i18n.ts'
import { TextArea } from '../ui/text-area.tsx'
import type { TextValues } from './form-draft.ts'

interface CountedTextAreaProps<Values extends TextValues> extends Omit<ComponentProps<typeof TextArea>, 'optionalText'> {
  control: Control<Values>
  name: FieldPathByValue<Values, string>
  /** Characters, as the server counts them. */
  atMost: number
}

/** A text of several lines that tells how much of its room is taken; it never cuts anything off. */
export function CountedTextArea<Values extends TextValues>({ control, atMost, ...area }: CountedTextAreaProps<Values>) {
  const text: string = useWatch({ control, name: area.name })
  const used = Array.from(text.normalize('NFC').trim()).length
  return <TextArea {...area} optionalText={<Room used={used} atMost={atMost} />} />
}

function Room({ used, atMost }: { used: number; atMost: number }) {
  const left = atMost - used
  return (
    <>
      <bdi
        aria-hidden="true"
        className={`whitespace-nowrap tabular-nums ${left < 0 ? 'font-medium text-danger' : ''}`}
      >
        {lingui.number(used)} / {lingui.number(atMost)}
      </bdi>
      <output className="sr-only">{leftInWords(left)}</output>
    </>
  )
}

/** Near the end only: at every keystroke it would speak over the typing. */
function leftInWords(left: number): string {
  const over = -left
  if (over > 0) return plural(over, { one: '# character too many', other: '# characters too many' })
  return left <= 20 ? plural(left, { one: '# character left', other: '# characters left' }) : ''
}
