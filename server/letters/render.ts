import { asHtml } from './render-html.ts'
import type { Letter } from './letter.ts'
import { messageOf } from './templates.ts'
import { asText, subjectOf } from './render-text.ts'

/** A letter as it is sent. The subject is one line; text and HTML say the same. */
export interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Renders a letter; its links begin with `publicUrl`, an origin. */
export function render(letter: Letter, { publicUrl }: { readonly publicUrl: string }): Rendered {
  const message = messageOf(letter)
  return { subject: subjectOf(message), text: asText(message, publicUrl), html: asHtml(message, publicUrl) }
}
