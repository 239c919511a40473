/** While the first screen is on its way: plaster, and nothing that could turn out wrong. */
export function LoadingPlaceholder() {
  return <div className="min-h-dvh" aria-busy="true" />
}
