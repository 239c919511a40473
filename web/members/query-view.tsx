import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { type MouseEventHandler, type ReactNode, useEffect, useId, useRef } from 'react'
import { failureMessage } from '../app/failure-message.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { type RememberedFocus, rememberFocus } from '../ui/remembered-focus.ts'
import { showFailure } from '../ui/toasts.tsx'

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** The error to show when loading fails. */
  failed: string
  /** Shown while loading. */
  skeleton: ReactNode
  /** Shown above the error. For screens that render their title and back link only with the data. */
  header?: ReactNode
  children: (data: Data) => ReactNode
}

/** Whether the first load is still in progress and no attempt has failed yet. */
export function isInitialLoad({ isPending, failureCount, errorUpdateCount }: UseQueryResult): boolean {
  return isPending && failureCount === 0 && errorUpdateCount === 0
}

/** Shows a query's skeleton, its data, or its error with a button to retry. */
export function QueryView<Data>({ query, failed, skeleton, header, children }: QueryViewProps<Data>) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = query
  const hasFailed = data === undefined && error !== null
  useEffect(() => {
    if (hasFailed && errorUpdatedAt > 0) showFailure(failed)
  }, [hasFailed, errorUpdatedAt, failed])

  // A press on the retry button removes the button, so focus the nearest heading. Focus again when the response replaces that heading.
  const pressed = useRef<RememberedFocus>(undefined)
  const isSettled = data !== undefined || hasFailed
  useEffect(() => {
    if (pressed.current?.isRemoved() !== true) return
    if (document.activeElement === document.body) pressed.current.restore()
    if (isSettled) pressed.current = undefined
  }, [isSettled])

  const tryAgain = (button: HTMLElement) => {
    pressed.current = rememberFocus(button)
    void refetch()
  }

  if (data !== undefined) return children(data)
  if (!hasFailed) return skeleton
  return (
    <>
      {header}
      <FailureNotice
        title={failed}
        error={error}
        busy={isFetching}
        onRetry={({ currentTarget }) => tryAgain(currentTarget)}
      />
    </>
  )
}

interface FailureNoticeProps {
  title: string
  error: Error
  /** Whether a retry is running. */
  busy: boolean
  onRetry: MouseEventHandler<HTMLButtonElement>
}

/**
 * Replaces data that failed to load. Shows the reason, and a button to try again. The title says what failed. A toast shows the title, so
 * here the title only describes the button to screen readers.
 */
export function FailureNotice({ title, error, busy, onRetry }: FailureNoticeProps) {
  const id = useId()
  return (
    <Notice
      tone="danger"
      title={failureMessage(error)}
      action={
        <>
          <Button variant="secondary" aria-describedby={id} busy={busy} onClick={onRetry}>
            {t`Try Again`}
          </Button>
          <span id={id} hidden>
            {title}
          </span>
        </>
      }
    />
  )
}
