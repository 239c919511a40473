import type { Occasion } from './letter.ts'

type Path = `/${string}`

/** The paths of the screens that letters lead to, as the page's router has them (web/app/paths.ts). */
export const screenPaths = {
  home: '/',
  signIn: '/login',
  khateebHome: '/dashboard',
  masjidHome: '/masjid-landing',
  khutbah: ({ date, masjidUid }: Occasion): Path =>
    `/khutbah/${encodeURIComponent(date)}?masjid=${encodeURIComponent(masjidUid)}`,
  masjid: ({ masjidUid }: Occasion): Path => `/masjid-details/${encodeURIComponent(masjidUid)}`,
  /** Tokens stand behind the #, which browsers keep to themselves: they reach no log and no Referer. */
  verifyEmail: (token: string): Path => `/verify-email#token=${encodeURIComponent(token)}`,
  confirmEmail: (token: string): Path => `/confirm-email#token=${encodeURIComponent(token)}`,
  undoEmailChange: (token: string): Path => `/undo-email-change#token=${encodeURIComponent(token)}`,
  resetPassword: (token: string): Path => `/reset-password#token=${encodeURIComponent(token)}`,
} as const
