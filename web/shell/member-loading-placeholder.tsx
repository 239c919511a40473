import { Wordmark } from '../ui/wordmark.tsx'

/**
 * The placeholder while a screen for members loads. It has an empty bar and nothing that depends on the user. It is in the HTML of
 * documents, so it shows before any script runs.
 */
export function MemberLoadingPlaceholder() {
  return (
    <div className="min-h-dvh" aria-busy="true">
      <div className="md:border-b md:border-line">
        <div className="mx-auto flex max-w-page items-center px-gutter md:h-bar">
          <span className="flex min-h-control items-center pt-2 md:pt-0">
            <Wordmark />
          </span>
        </div>
      </div>
      <div className="fixed inset-x-0 bottom-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden">
        <div className="h-bar" />
      </div>
    </div>
  )
}
