/** A hairline with an eight-pointed star in its middle. Use at most one on a screen. */
export function StarDivider() {
  return (
    <div className="flex w-full max-w-72 items-center gap-4 text-brass-line" aria-hidden="true">
      <span className="h-px grow bg-current" />
      <svg className="size-7" viewBox="-12 -12 24 24" fill="none" stroke="currentColor">
        <path d="M-7-7H7V7H-7zM0-9.9 9.9 0 0 9.9-9.9 0z" />
      </svg>
      <span className="h-px grow bg-current" />
    </div>
  )
}
