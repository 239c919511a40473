import { failureMessage } from '../app/failure-message.ts'
import { Button } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { isLinkSpent, LinkResult } from './letter-link-notices.tsx'

/** The options of a query for what a letter's link is for. */
export function linkQueryOptions(token: string) {
  return {
    // Not while the document is prerendered, or hydrated: then the token is unknown.
    enabled: token !== '',
    retry: (count: number, error: Error) => count < 2 && !isLinkSpent(error),
    refetchOnWindowFocus: false,
  }
}

interface LoadingLinkProps {
  title: string
  /** From the screen's own catalog: a text of this file would be in that of all screens. */
  text: string
}

/** Stands for the screen of a letter's link until it is known what the link is for. */
export function LoadingLink({ title, text }: LoadingLinkProps) {
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={title} />
      <p className="text-muted">{text}</p>
    </div>
  )
}

interface FailedLinkProps {
  title: string
  query: { readonly error: Error; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** The button's text, from the screen's own catalog, as that of `LoadingLink`. */
  tryAgain: string
}

/** Stands for the screen of a letter's link when that failed to load. */
export function FailedLink({ title, query: { error, isFetching, refetch }, tryAgain }: FailedLinkProps) {
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
