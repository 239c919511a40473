import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { type Language, languageCodes } from '../../contract/availability-choices.ts'
import { formatLanguage } from '../app/format-language.ts'
import { lingui } from '../app/i18n.ts'
import { Select } from '../ui/select.tsx'
import { messages } from '../words/language-select.en.po'

lingui.load('en', messages)

/** The languages that a khateeb can speak in and a slot can name, by their names. */
export const languageChoices: readonly { readonly code: Language; readonly name: string }[] = languageCodes
  .map((code) => ({ code, name: formatLanguage(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

/** The language with a code; undefined if the text is none, such as the choice of any language. */
export function languageOf(code: string): Language | undefined {
  return languageCodes.find((it) => it === code)
}

/** A select of the languages. Its value is a code, or empty for any language. Children are more options, before the languages. */
export function LanguageSelect({ children, ...select }: Omit<ComponentProps<typeof Select>, 'label'>) {
  return (
    <Select label={t`Language`} {...select}>
      {children}
      <option value="">{t`Any language`}</option>
      {languageChoices.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
