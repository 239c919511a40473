/** The settings of the operator that the page uses. A setting is undefined if the operator has not set it. */
export interface OperatorSettings {
  /** `yes` if people can use passkeys. Passkeys need the configured public address. */
  readonly passkeys?: string | undefined
  /** The URL of the external site about Minbar. */
  readonly infoSiteUrl?: string | undefined
  /** The URL of the external donation form. */
  readonly donationUrl?: string | undefined
}

/**
 * Where the first HTML of a screen comes from:
 * - `prerendered`: rendered by the build, the same for all callers
 * - `rendered for anyone`: rendered by the server for each caller, signed in or not
 * - `rendered for members`: rendered by the server for signed-in callers
 * - `preloaded for members`: rendered in the browser, from API responses that the server puts into the document
 */
export type RenderMode =
  | 'prerendered'
  | 'rendered for anyone'
  | 'rendered for members'
  | 'preloaded for members'

/** The HTML of a screen, inserted into a document. */
export interface RenderedScreen {
  /** HTML of the `title` element. */
  readonly title: string
  /** HTML inside the root element. */
  readonly root: string
}

/** A screen rendered or preloaded for one caller. */
export interface CallerScreen {
  /** The HTML of the screen. Undefined if only the browser renders the screen. */
  readonly rendered: RenderedScreen | undefined
  /** The API responses that the screen needs, as JSON. Every `<` is escaped, so the JSON can be put into a script element. */
  readonly responses: string
}
