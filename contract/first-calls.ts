import type { Role } from './endpoint.ts'

/** A call by its URL, with the body where it is read by POST. */
export type FirstCall = readonly [url: string, body?: string]

/**
 * The calls that a screen makes first for whoever is signed in: the build writes them down (`web/prerender.tsx`), so that
 * they can be made before the screen's scripts have come. What differs by the address has its name in there: as `:id` in
 * the address, and as `%3Aid` in the URLs of the calls.
 */
export interface FirstCalls {
  /** Who is there. */
  readonly session: string
  /** What the screen needs for them, by the addresses that it is opened at. */
  readonly at: Readonly<Record<string, Readonly<Record<Role, readonly FirstCall[]>>>>
}

/** What the operator has set up beside the product; undefined where there is none. */
export interface OperatorSettings {
  /** The external info site's address. */
  readonly infoSiteUrl?: string | undefined
  /** The external donation form's address. */
  readonly donationUrl?: string | undefined
}

/** A screen for whoever asks for it, and what its first calls have answered: all that it is drawn from. */
export interface AnsweredScreen {
  /** Path and search of its address. */
  readonly path: string
  readonly settings: OperatorSettings
  /** The text of the answer to who is there. */
  readonly session: string
  /** By its URL and body each call's text, and where the list goes on. */
  readonly answers: readonly (readonly [call: string, text: string, nextCursor: string | null])[]
}

/** A screen as HTML, to stand in a document before its scripts have come. */
export interface DrawnScreen {
  /** The element that names the document. */
  readonly title: string
  /** What stands in the root. */
  readonly root: string
}

/** The calls for `role` at `address` (path and search); undefined where only the screen's scripts can read the address. */
export function firstCallsAt(
  { at }: FirstCalls,
  address: string,
  role: Role,
): readonly FirstCall[] | undefined {
  const separators = /[/?=&]/u
  // Dots would lead to another call, and what is encoded may be so otherwise than the screen would.
  const plain = /^[\w+-]+$/u
  const values = address.split(separators)
  for (const [pattern, byRole] of Object.entries(at)) {
    const names = pattern.split(separators)
    const isOne = (name: string, place: number) =>
      name.startsWith(':') ? plain.test(values[place] ?? '') : values[place] === name
    if (names.length !== values.length || !names.every(isOne)) continue
    const filled = (url: string) =>
      url.replaceAll(/%3A\w+/gu, (name) => values[names.indexOf(decodeURIComponent(name))] ?? '')
    return byRole[role].map(([url, ...body]) => [filled(url), ...body])
  }
  return undefined
}
