import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lingui } from '../app/i18n.ts'
import { SlotEvent } from '../audit/slot-event.tsx'
import { NewsSentence } from './news-sentence.tsx'

lingui.loadAndActivate({ locale: 'en', messages: {} })

const render = (content: ReactNode) =>
  renderToStaticMarkup(<I18nProvider i18n={lingui}>{content}</I18nProvider>)

test('news of a kind that only a newer server knows asks the reader to reload the page', () => {
  const item = JSON.parse(
    '{ "kind": "newer_kind", "masjid": { "name": "M" }, "khateeb": { "name": "K" }, "closedCount": 0 }',
  )
  expect(render(<NewsSentence item={item} />)).toBe('There is news. Please reload this page to read it.')
})

test('a slot event that only a newer server knows asks the reader to reload the page', () => {
  const entry = JSON.parse('{ "event": "newer_event", "khateeb": null }')
  expect(render(<SlotEvent entry={entry} />)).toBe('Please reload this page to see this change')
})
