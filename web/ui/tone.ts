export type Tone = 'neutral' | 'open' | 'accent' | 'success' | 'info' | 'warning' | 'danger'

/** The background and text color of each tone. The color must not be the only sign of a meaning: the text must also say it. */
export const toneClass: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  open: 'border-dashed border-brass text-brass',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  info: 'bg-info-soft text-info',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}
