import { expect, test } from 'vitest'
import { newsLanguage } from '../../contract/news.ts'
import { commonProps, publicUrl } from '../../tests/runtime/expected-letters.ts'
import { render } from './render.ts'

const hostileNames = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "O'Brien & Sons &amp; <b>",
  'Yusuf\r\nBcc: everybody@elsewhere.test',
  'Yusuf\u2028Subject: hello\u0000\u001b[31m',
  'الشيخ عبد الرحمن',
  '\u202egnik\u202c \u2066x\u2069\u2069',
  '👳🏽‍♂️ 𝒴𝓊𝓈𝓊𝒻 🕌',
  'javascript:alert(1)',
  '${publicUrl} {{name}} %s',
]

const skeletonOf = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, 'href'))

const namesInEachLanguage = newsLanguage.options.flatMap((language) =>
  hostileNames.map((name) => ({ language, name })),
)

test.each(namesInEachLanguage)(
  'the name $name does not change the markup or the number of lines of a letter in $language',
  ({ name, language }) => {
    const options = { publicUrl, language }
    const props = {
      ...commonProps,
      occasion: { ...commonProps.occasion, masjidName: name, address: name, city: name },
      khateebName: name,
      reason: name.replace(/[\r\n\u2028]/g, ' '),
    }
    const toKhateeb = render({ kind: 'invite_received', props }, options)
    expect(skeletonOf(toKhateeb.html)).toEqual(
      skeletonOf(render({ kind: 'invite_received', props: commonProps }, options).html),
    )
    const plain = render({ kind: 'khateeb_withdrew', props: { ...commonProps, reason: 'none' } }, options)
    const hostile = render({ kind: 'khateeb_withdrew', props }, options)
    expect(skeletonOf(hostile.html)).toEqual(skeletonOf(plain.html))
    expect(hostile.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
    expect(hostile.text.split('\n').length).toBe(plain.text.split('\n').length)
    expect(`${hostile.subject}${hostile.text}${hostile.html}`).not.toMatch(/[\u202a-\u202e\u2066\u2067]/u)
    // Each isolate ends on the line on which it starts.
    for (const it of [hostile.subject, ...hostile.text.split('\n')])
      expect(it).toMatch(/^(?:[^\u2068\u2069]|\u2068[^\u2068\u2069]*\u2069)*$/u)
  },
)

test('a long right-to-left name is isolated in a letter, and truncated only in the subject, between graphemes', () => {
  const masjidName = `مسجد ${'👨‍👩‍👧'.repeat(100)}`
  const props = { ...commonProps, occasion: { ...commonProps.occasion, masjidName } }
  const { subject, text, html } = render({ kind: 'invite_received', props }, { publicUrl })
  expect(subject).toMatch(/^\u2068مسجد (👨‍👩‍👧)+…\u2069 invites you/u)
  expect(subject.length).toBeLessThan(600)
  expect(text).toContain(`\u2068${masjidName}\u2069 would like`)
  expect(html).toContain(`<bdi>${masjidName}</bdi>`)
})

test('a token is escaped in the link of a letter', () => {
  const { html, text } = render(
    { kind: 'password_reset', props: { name: 'Yusuf', token: '"><script>&x=1\n' } },
    { publicUrl },
  )
  expect(html).toContain(`href="${publicUrl}/reset-password#token=%22%3E%3Cscript%3E%26x%3D1%0A"`)
  expect(text).toContain(`${publicUrl}/reset-password#token=%22%3E%3Cscript%3E%26x%3D1%0A\n`)
})
