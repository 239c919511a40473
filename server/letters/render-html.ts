import type { NewsLanguage } from '../../domain/news/delivery.ts'
import type { DetailRow, Line, Message } from './content/message.ts'
import { directionOf, splitLines } from './content/user-text.ts'
import { writeInLanguage } from './content/write-in-language.ts'
import { type Html, html, markupOf } from './html.ts'
import {
  absoluteUrl,
  attributionLine,
  disownLinkOf,
  footer,
  greeting,
  newsSettingsLinkOf,
  type RenderOptions,
  renderSubject,
} from './render-text.ts'

/** Dark colors, similar to those of web/ui/tokens.css. They need !important, because the light colors are in style attributes. */
const darkColors = html`
  .page { background: #141917 !important; }
  .card { background: #1c2320 !important; border-color: #333b36 !important; }
  .ink { color: #efe9dd !important; }
  .muted { color: #b3b0a3 !important; }
  .facts { background: #101412 !important; }
  .quote { border-color: #8f7440 !important; }
  .brass { color: #dab871 !important; }
  .button { background: #74c7b8 !important; border-color: #74c7b8 !important; color: #06231f !important; }`

const sans = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const serif = "'Iowan Old Style', Palatino, Georgia, serif"
const paragraphStyle = 'margin: 0 0 16px; font-size: 17px; line-height: 1.5; color: #20261f;'

/**
 * Renders a letter as an HTML document without tables, images or external resources. Buttons have a wide border instead of padding, because
 * Outlook for Windows ignores the padding of links.
 */
export function renderHtml(message: Message, options: RenderOptions): string {
  const { facts = [], quote, button, note, optOut } = message
  const { publicUrl, language = 'en' } = options
  const direction = directionOf(language)
  const write = (text: Line) => lineAsHtml(text, language)
  const disown = disownLinkOf(options)
  const settings = newsSettingsLinkOf(options)
  const href = `${publicUrl}${button.path}`
  return markupOf(html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${renderSubject(message, language)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {${darkColors}
}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: #faf6ee; -webkit-text-size-adjust: 100%;">
<div class="page" lang="${language}" dir="${direction}" style="padding: 20px 12px 32px; background: #faf6ee; font-family: ${sans};">
<div style="max-width: 560px; margin: 0 auto; overflow-wrap: anywhere;">
<p class="brass" style="margin: 0 0 12px; padding: 0 4px; font-family: ${serif}; font-size: 20px; line-height: 1.3; font-weight: 600; color: #7d5c14;">Minbar</p>
<div class="card" style="padding: 24px 20px 8px; background: #fffdf9; border: 1px solid #e0d7c5; border-radius: 16px;">
<p class="ink" style="${paragraphStyle}">${write(greeting(message))}</p>
${message.paragraphs.map((it) => paragraph(write(it)))}
${facts.length === 0 ? '' : html`<div class="facts" style="margin: 0 0 20px; padding: 16px 16px 4px; background: #f2ebde; border-radius: 10px;">${facts.map((it, index) => factRow(it, index, options))}</div>`}
${quote === undefined ? '' : quotation(write(attributionLine(quote.from)), quote.words, direction)}
<p style="margin: 4px 0 20px;"><a class="button" href="${href}" style="display: inline-block; border: solid #0f5a52; border-width: 13px 22px; border-radius: 10px; background: #0f5a52; color: #fdfaf4; font-size: 17px; line-height: 1.25; font-weight: 600; text-decoration: none;">${write(button.label)}</a></p>
${note === undefined ? '' : smallPrint(write(note))}
${disown === undefined ? '' : linkInSmallPrint(html`${write(disown.introduction)} `, write(disown.label), disown.url)}
${optOut === undefined ? '' : linkInSmallPrint('', write(optOut.label), `${publicUrl}${optOut.path}`)}
${settings === undefined ? '' : linkInSmallPrint('', write(settings.label), settings.url)}
</div>
<p class="muted" style="margin: 16px 4px 0; font-size: 13px; line-height: 1.5; color: #5a5f55;">${write(footer(message, publicUrl))}</p>
</div>
</div>
</body>
</html>
`)
}

function lineAsHtml(line: Line, language: NewsLanguage): Html {
  return html`${writeInLanguage(line, language).map((piece) => (typeof piece === 'string' ? html`${piece}` : html`<bdi>${piece.isolated}</bdi>`))}`
}

function paragraph(content: Html): Html {
  return html`<p class="ink" style="${paragraphStyle}">${content}</p>\n`
}

function smallPrint(content: Html): Html {
  return html`<p class="muted" style="margin: 0 0 12px; font-size: 15px; line-height: 1.5; color: #5a5f55;">${content}</p>\n`
}

function linkInSmallPrint(introduction: Html | '', label: Html, url: string): Html {
  return html`<p class="muted" style="margin: 0 0 12px; font-size: 15px; line-height: 1.5; color: #5a5f55;">${introduction}<a class="muted" href="${url}" style="color: #5a5f55;">${label}</a></p>\n`
}

function factRow(row: DetailRow, index: number, { publicUrl, language = 'en' }: RenderOptions): Html {
  const { label, value, links = [], startsGroup = false } = row
  const linked = links.map(
    (link) =>
      html`<br><a class="brass" href="${absoluteUrl(link.to, publicUrl)}" style="color: #7d5c14;">${lineAsHtml(link.label, language)}</a>`,
  )
  const top = startsGroup && index > 0 ? '24px' : '0'
  return html`<p style="margin: ${top} 0 12px; font-size: 17px; line-height: 1.4;"><span class="muted" style="display: block; font-size: 14px; color: #5a5f55;">${lineAsHtml(label, language)}</span><span class="ink" style="font-weight: 600; color: #20261f;">${lineAsHtml(value, language)}</span>${linked}</p>\n`
}

function quotation(attribution: Html, words: string, direction: 'ltr' | 'rtl'): Html {
  const start = direction === 'rtl' ? 'right' : 'left'
  const lines = splitLines(words).map(
    (line) =>
      html`<p class="ink" dir="auto" style="margin: 0 0 8px; font-size: 17px; line-height: 1.5; color: #20261f;">${line}</p>\n`,
  )
  return html`${smallPrint(attribution)}<div class="quote" style="margin: 0 0 20px; padding: 2px 14px; border-${start}: 3px solid #bf9748;">${lines}</div>`
}
