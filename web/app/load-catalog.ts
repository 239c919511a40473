import { lingui } from './i18n.ts'

const files = {
  shared: () => import('../words/shared.en.po'),
  public: () => import('../words/public.en.po'),
  about: () => import('../words/about.en.po'),
  links: () => import('../words/links.en.po'),
  members: () => import('../words/members.en.po'),
  nearby: () => import('../words/nearby.en.po'),
  details: () => import('../words/details.en.po'),
  account: () => import('../words/account.en.po'),
  security: () => import('../words/security.en.po'),
  history: () => import('../words/history.en.po'),
  invitation: () => import('../words/invitation.en.po'),
  team: () => import('../words/team.en.po'),
  profile: () => import('../words/profile.en.po'),
}

/** A message catalog that loads on demand. Other modules load the catalogs of their own messages. */
export type CatalogName = keyof typeof files

const loaded: Partial<Record<CatalogName, Promise<void>>> = {}

/**
 * Loads a catalog once: `shared` for all screens but the home page, `public` for public screens, `about` for About Us, `links` for the
 * screens that letters lead to, `members` for screens that need a session, `nearby` for the lists of who is near, `details` for a masjid, a khateeb or a khutbah, `account` for
 * the user's own account, `security` for its settings, `team` for a masjid's members, `invitation` for the links in an invitation to
 * become one, `profile` for the user's own profile, `history` for past khutbahs and what happened to slots.
 */
export function loadCatalog(name: CatalogName): Promise<void> {
  loaded[name] ??= files[name]().then(({ messages }) => lingui.load('en', messages))
  return loaded[name]
}
