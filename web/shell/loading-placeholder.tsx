/** Shown while the first screen loads: an empty page. */
export function LoadingPlaceholder() {
  return <div className="min-h-dvh" aria-busy="true" />
}
