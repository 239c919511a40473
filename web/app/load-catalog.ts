import { lingui } from './i18n.ts'

const catalogImports = {
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

/** A message catalog of one or more screens. Scripts that load on demand, such as `earlier-act.ts`, import their own catalogs. */
export type CatalogName = keyof typeof catalogImports

const catalogLoads: Partial<Record<CatalogName, Promise<void>>> = {}

/**
 * Loads a catalog once. The catalogs are for these screens:
 * - `shared`: all except the home page
 * - `public`: those that need no session
 * - `about`: About Us
 * - `links`: those that letters lead to
 * - `members`: those that need a session
 * - `nearby`: lists of nearby masjids and khateebs
 * - `details`: details of a masjid, a khateeb or a khutbah
 * - `account`: those that the links in letters about a change of email lead to
 * - `security`: the user's own account and its security settings
 * - `team`: a masjid's members
 * - `invitation`: those that the links in an invitation lead to, and a masjid's members
 * - `profile`: the user's own profile
 * - `history`: past khutbahs, and the history of slots
 */
export function loadCatalog(name: CatalogName): Promise<void> {
  catalogLoads[name] ??= catalogImports[name]().then(({ messages }) => lingui.load('en', messages))
  return catalogLoads[name]
}
