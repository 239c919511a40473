export type Tone = 'neutral' | 'open' | 'accent' | 'success' | 'info' | 'warning' | 'danger'

/** Background and text of each tone; what a tone tells is always said in words as well. */
export const toneClass: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  open: 'border-dashed border-brass text-brass',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  info: 'bg-info-soft text-info',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}
