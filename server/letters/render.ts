import type { Letter } from './content/letter.ts'
import { messageOf } from './content/templates.ts'
import { renderHtml } from './render-html.ts'
import { renderSubject, renderText } from './render-text.ts'

/** A rendered letter. The subject is one line. Text and HTML have the same content. */
export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Renders a letter. `publicUrl` is the origin of its links. */
export function render(letter: Letter, { publicUrl }: { readonly publicUrl: string }): RenderedLetter {
  const message = messageOf(letter)
  return {
    subject: renderSubject(message),
    text: renderText(message, publicUrl),
    html: renderHtml(message, publicUrl),
  }
}
