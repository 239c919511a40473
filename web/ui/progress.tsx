interface ProgressProps {
  /** What goes on. */
  label: string
  /** From 0 to 1. */
  value: number
}

/** How far something has come. */
export function Progress({ label, value }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={value}
      className="forced-edge block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[inline-size]"
    />
  )
}
