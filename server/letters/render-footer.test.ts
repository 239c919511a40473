import { expect, test } from 'vitest'
import { commonProps, publicUrl } from '../../tests/runtime/expected-letters.ts'
import { letterOf, linksIn, visibleText, withoutUrls, wordsOf } from '../../tests/runtime/rendered-letters.ts'
import { render } from './render.ts'

test('a letter to an unconfirmed address has a “This isn’t me” link, in text and HTML', () => {
  const disownToken = 'A-b_0123456789012345678901234567890123456789'
  const { text, html } = render(letterOf('invite_received'), { publicUrl, disownToken })
  const link = `${publicUrl}/this-isnt-me#token=${disownToken}`
  expect(text).toContain(`This isn’t me:\n${link}\n`)
  expect(html).toMatch(new RegExp(`href="${link}"[^>]*>This isn’t me</a>`))
  expect(wordsOf(visibleText(html))).toEqual(wordsOf(withoutUrls(text)))
})

test.each(['en', 'ar', 'es'] as const)(
  'news in the language “%s” links to the news settings of its party, in text and HTML',
  (language) => {
    const partyUid = commonProps.khateebUid
    const { text, html } = render(letterOf('invite_received'), { publicUrl, partyUid, language })
    const link = `${publicUrl}/account?open=news&as=${partyUid}`
    const label = {
      en: 'Choose which news we email you, and when',
      ar: 'اختاروا الأخبار التي نرسلها إليكم، ومتى',
      es: 'Elige qué noticias te enviamos y cuándo',
    }[language]
    expect(text).toContain(`${label}:\n${link}\n`)
    expect(html).toContain(`>${label}</a>`)
    expect(linksIn(html).at(-1)).toBe(link)
  },
)

test('a letter about the recipient’s own account has no link to the news settings', () => {
  const { text, html } = render(letterOf('email_restored'), { publicUrl })
  expect(text + html).not.toContain('/account')
})
