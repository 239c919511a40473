import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { sentenceOf } from '../app/failure-sentences.ts'
import { Button } from '../ui/button.tsx'
import { type RememberedFocus, rememberFocus } from '../ui/remembered-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { showFailure } from '../ui/toasts.tsx'

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** What is said when it can't be loaded. */
  failed: string
  /** Stands there until it is. */
  skeleton: ReactNode
  /** Over what is said, where the rest of the screen comes with the data: its title and the way back. */
  header?: ReactNode
  children: (data: Data) => ReactNode
}

/** Whether the first answer is still to come. One that has failed and is tried again, by itself or by hand, holds nothing up. */
export function isInitialLoad({ isPending, failureCount, errorUpdateCount }: UseQueryResult): boolean {
  return isPending && failureCount === 0 && errorUpdateCount === 0
}

/** A part of a screen that comes from the server: on its way, there, or failed with another try. */
export function QueryView<Data>({ query, failed, skeleton, header, children }: QueryViewProps<Data>) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = query
  const isLost = data === undefined && error !== null
  useEffect(() => {
    if (isLost && errorUpdatedAt > 0) showFailure(failed)
  }, [isLost, errorUpdatedAt, failed])

  // The button goes as soon as it is pressed. What it stood under takes the focus, and once more when the answer replaces that.
  const pressed = useRef<RememberedFocus>(undefined)
  const isSettled = data !== undefined || isLost
  useEffect(() => {
    if (pressed.current?.isGone() !== true) return
    if (document.activeElement === document.body) pressed.current.goBack()
    if (isSettled) pressed.current = undefined
  }, [isSettled])

  const tryAgain = (button: HTMLElement) => {
    pressed.current = rememberFocus(button)
    void refetch()
  }

  if (data !== undefined) return children(data)
  if (!isLost) return skeleton
  return (
    <>
      {header}
      <Notice
        tone="danger"
        title={failed}
        action={
          <Button
            variant="secondary"
            busy={isFetching}
            onClick={({ currentTarget }) => tryAgain(currentTarget)}
          >
            {t`Try again`}
          </Button>
        }
      >
        {sentenceOf(error)}
      </Notice>
    </>
  )
}
