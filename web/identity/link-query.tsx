import { failureMessage } from '../app/failure-message.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { LinkResult } from './letter-link-notices.tsx'

/** Returns options for a query that fetches the invitation, question or other object of a letter's link. */
export function linkQueryOptions(token: string) {
  return {
    // Disabled while the document is prerendered or hydrated, because the token is unknown then.
    enabled: token !== '',
    // After an answer, the screen shows the result. A refetch would replace the result with the notice that the link was already used.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }
}

interface LoadingLinkScreenProps {
  title: string
  /** The screen passes this text, so that it is in the screen's own catalog. A text of this file would be in the catalog of all screens. */
  text: string
}

/** Replaces the screen of a letter's link while the query of the link is loading. */
export function LoadingLinkScreen({ title, text }: LoadingLinkScreenProps) {
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={title} />
      <p className="text-muted">{text}</p>
    </div>
  )
}

interface FailedLinkScreenProps {
  title: string
  query: { readonly error: Error; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** The label of the retry button. The screen passes it, like the text of `LoadingLinkScreen`. */
  tryAgain: string
}

/** Replaces the screen of a letter's link if the query of the link has failed. */
export function FailedLinkScreen({
  title,
  query: { error, isFetching, refetch },
  tryAgain,
}: FailedLinkScreenProps) {
  return (
    <LinkResult
      title={title}
      result={failureMessage(error)}
      tone="danger"
      action={
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          {tryAgain}
        </Button>
      }
    />
  )
}
