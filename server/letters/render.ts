import type { Letter } from './content/letter.ts'
import { messageOf } from './content/templates.ts'
import { renderHtml } from './render-html.ts'
import { type RenderOptions, renderSubject, renderText } from './render-text.ts'

/** A rendered letter. The subject is one line. Text and HTML have the same content. */
export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Renders a letter. */
export function render(letter: Letter, options: RenderOptions): RenderedLetter {
  const message = messageOf(letter)
  return {
    subject: renderSubject(message),
    text: renderText(message, options),
    html: renderHtml(message, options),
  }
}
