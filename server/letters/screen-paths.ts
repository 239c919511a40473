import type { Occasion } from './letter.ts'

type Path = `/${string}`

/** The paths of the screens that letters link to. They must match the page's router (web/app/paths.ts). */
export const screenPaths = {
  home: '/',
  signIn: '/login',
  khateebHome: '/dashboard',
  masjidHome: '/masjid-landing',
  khutbah: ({ date, masjidUid }: Occasion): Path =>
    `/khutbah/${encodeURIComponent(date)}?masjid=${encodeURIComponent(masjidUid)}`,
  masjid: ({ masjidUid }: Occasion): Path => `/masjid-details/${encodeURIComponent(masjidUid)}`,
  /** Security: tokens are in the fragment, which browsers do not send, so they reach neither logs nor the Referer header. */
  verifyEmail: (token: string): Path => `/verify-email#token=${encodeURIComponent(token)}`,
  confirmEmail: (token: string): Path => `/confirm-email#token=${encodeURIComponent(token)}`,
  undoEmailChange: (token: string): Path => `/undo-email-change#token=${encodeURIComponent(token)}`,
  resetPassword: (token: string): Path => `/reset-password#token=${encodeURIComponent(token)}`,
} as const
