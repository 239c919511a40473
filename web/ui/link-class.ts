/** How a link within text looks: its line is there without shouting, and comes forward under the pointer. */
export const linkClass =
  'text-accent underline decoration-rim decoration-1 underline-offset-4 hover:text-accent-strong hover:decoration-current'
