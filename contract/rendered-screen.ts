/** What the operator has set up beside the product; undefined where there is none. */
export interface OperatorSettings {
  /** The external info site's address. */
  readonly infoSiteUrl?: string | undefined
  /** The external donation form's address. */
  readonly donationUrl?: string | undefined
}

/**
 * Where a screen is rendered first: by the build, where it is the same for everybody; by the server for each caller, whoever
 * that is or for the signed in only; or in the browser, for the signed in, to whom the server sends its answers.
 */
export type RenderMode = 'prerendered' | 'rendered for anyone' | 'rendered for members' | 'preloaded for members'

/** A screen as HTML, for a document to hold before its scripts have loaded. */
export interface RenderedScreen {
  /** The `title` element. */
  readonly title: string
  /** The content of the root element. */
  readonly root: string
}

/** What a document holds for the caller who asked for it. */
export interface CallerScreen {
  /** Undefined for a screen that only the browser renders. */
  readonly rendered: RenderedScreen | undefined
  /** The answers that the screen stands on, as JSON in which no `<` stands as itself. */
  readonly answers: string
}
