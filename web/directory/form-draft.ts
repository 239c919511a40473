import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { keepUnsavedText, readUnsavedText } from '../app/unsaved-text.ts'

/** The text values of a form, by field name. */
export type TextValues = Record<string, string>

/** Keeps the refs of fields on reset, because mounted fields would not register again. */
const resetOptions = { keepFieldsRef: true }

interface FormDraftOptions<Values extends TextValues> {
  readonly form: Pick<UseFormReturn<Values>, 'reset' | 'subscribe' | 'getValues'>
  /** The draft's key, which `unsavedTextKey` returns. */
  readonly name: string
  /** The values that the server has saved. */
  readonly saved: Values
  /** Whether the user may save changes. Without this right, the form shows only saved values, and keeps the draft for later. */
  readonly mayEdit: boolean
}

/**
 * Keeps unsaved input of a form as a draft while the tab is open. The draft survives navigation and a reload. It also survives the end of
 * the session, if the same user then signs in again. New values from the server replace only fields without unsaved input.
 */
export function useFormDraft<Values extends TextValues>({
  form,
  name,
  saved,
  mayEdit,
}: FormDraftOptions<Values>) {
  const { reset, subscribe, getValues } = form
  const [restored, setRestored] = useState(() => readDraft(name))
  const savedText = JSON.stringify(saved)

  useEffect(() => {
    const base: Values = JSON.parse(savedText)
    reset({ ...base, ...(mayEdit && readDraft(name)) }, { ...resetOptions, keepErrors: true })
    if (!mayEdit) return undefined
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(name, changedFields(base, values)),
    })
  }, [name, savedText, mayEdit, reset, subscribe])

  return {
    /** The draft found when this screen was opened. */
    restored: mayEdit ? restored : {},
    /** The current unsaved values. */
    unsaved: () => changedFields(saved, getValues()),
    /** Discards the draft and shows the saved values. */
    discard: () => {
      writeDraft(name, {})
      setRestored({})
      reset(saved, resetOptions)
    },
    /** Call this when the server has saved `sent` and returned `next`. Keeps what the user has typed since then. */
    markSaved: (sent: Values, next: Values) => {
      const since = changedFields(sent, getValues())
      setRestored({})
      reset({ ...next, ...since }, resetOptions)
      // The reset triggers the subscription, which still compares with the old saved values, and so writes a wrong draft. This line
      // overwrites that draft, so it comes last.
      writeDraft(name, since)
    },
  }
}

function changedFields(base: TextValues, texts: TextValues): TextValues {
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== base[name]))
}

function readDraft(name: string): TextValues {
  return JSON.parse(readUnsavedText(name) ?? '{}')
}

function writeDraft(name: string, unsaved: TextValues): void {
  keepUnsavedText(name, Object.keys(unsaved).length === 0 ? '' : JSON.stringify(unsaved))
}
