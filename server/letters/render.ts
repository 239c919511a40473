import { renderHtml } from './render-html.ts'
import type { Letter } from './letter.ts'
import { messageOf } from './templates.ts'
import { renderText, renderSubject } from './render-text.ts'

/** A letter as it is sent. The subject is one line; text and HTML say the same. */
export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Renders a letter; its links begin with `publicUrl`, an origin. */
export function render(letter: Letter, { publicUrl }: { readonly publicUrl: string }): RenderedLetter {
  const message = messageOf(letter)
  return { subject: renderSubject(message), text: renderText(message, publicUrl), html: renderHtml(message, publicUrl) }
}
