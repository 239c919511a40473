import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

/** TextValues of a form, by the names of their fields. */
export type TextValues = Record<string, string>

/** The fields are the same as before: registered once, they would not register again. */
const sameFields = { keepFieldsRef: true }

interface FormDraftOptions<Values extends TextValues> {
  readonly form: Pick<UseFormReturn<Values>, 'reset' | 'subscribe' | 'getValues'>
  /** What it is kept under; another for each person. */
  readonly name: string
  /** The texts as they are saved. */
  readonly saved: Values
}

/**
 * Keeps what is typed into a form and not saved: over a step to another screen, a reload, a session that ends and the
 * sign-in after it, as long as the tab is open. What others change meanwhile appears only where nothing was typed.
 */
export function useFormDraft<Values extends TextValues>({ form, name, saved }: FormDraftOptions<Values>) {
  const { reset, subscribe, getValues } = form
  const [restored, setRestored] = useState(() => read(name))
  const savedText = JSON.stringify(saved)

  useEffect(() => {
    const base: Values = JSON.parse(savedText)
    reset({ ...base, ...read(name) }, { ...sameFields, keepErrors: true })
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => write(name, changedFields(base, values)),
    })
  }, [name, savedText, reset, subscribe])

  return {
    /** What was typed before this screen was opened. */
    restored,
    /** What is typed now and not saved. */
    unsaved: () => changedFields(saved, getValues()),
    /** Goes back to the saved texts. */
    discard: () => {
      write(name, {})
      setRestored({})
      reset(saved, sameFields)
    },
    /** To be called when `sent` has been saved and reads `next` now; what was typed since stays. */
    settle: (sent: Values, next: Values) => {
      const since = changedFields(sent, getValues())
      setRestored({})
      reset({ ...next, ...since }, sameFields)
      // Last: who hears of the reset still compares with what was saved before.
      write(name, since)
    },
  }
}

function changedFields(base: TextValues, texts: TextValues): TextValues {
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== base[name]))
}

function read(name: string): TextValues {
  return JSON.parse(sessionStorage.getItem(name) ?? '{}')
}

function write(name: string, unsaved: TextValues): void {
  if (Object.keys(unsaved).length === 0) sessionStorage.removeItem(name)
  else sessionStorage.setItem(name, JSON.stringify(unsaved))
}
