interface SpinnerProps {
  /** Read out; without it the spinner is only an ornament of a text that says the same. */
  label?: string
}

/** Something is going on, and it isn't known for how long. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <span
      role={label === undefined ? undefined : 'status'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      className="inline-block size-5 animate-turn rounded-full border-2 border-current border-e-transparent"
    />
  )
}
