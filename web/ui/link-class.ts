/** The class of a link within text: a light underline, stronger on hover. */
export const linkClass =
  'text-accent underline decoration-rim decoration-1 underline-offset-4 hover:text-accent-strong hover:decoration-current'
