import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from './session.ts'
import { keepUnsavedText, readUnsavedText, unsavedTextKey } from './unsaved-text.ts'

/** Dispatches `change` after each change of a draft. */
const changes = new EventTarget()

/**
 * Returns the unsaved changes of a form, and a function that replaces them. They survive navigation and a reload. They also survive the end
 * of the session, if the same user then signs in again in the same tab.
 * @param name identifies this draft among the user's drafts
 */
export function useDraft<Draft>(name: string): [Draft | undefined, (next: Draft | undefined) => void] {
  const key = unsavedTextKey(useSession(), name)
  const text = useSyncExternalStore(subscribe, () => readUnsavedText(key), noTextOnServer)
  const draft = useMemo(() => (text === null ? undefined : JSON.parse(text)), [text])

  function keep(next: Draft | undefined): void {
    keepUnsavedText(key, next === undefined ? '' : JSON.stringify(next))
    changes.dispatchEvent(new Event('change'))
  }
  return [draft, keep]
}

function subscribe(onChange: () => void): () => void {
  changes.addEventListener('change', onChange)
  return () => changes.removeEventListener('change', onChange)
}

/** The server renders a form without its draft. The browser also hydrates the form without its draft, and then shows the draft. */
const noTextOnServer = () => null
