import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { type Language, languageCodes } from '../../contract/availability-choices.ts'
import { formatLanguage } from '../app/format-language.ts'
import { lingui } from '../app/i18n.ts'
import { Select } from '../ui/select.tsx'
import { messages } from '../words/language-select.en.po'

lingui.load('en', messages)

/** The languages of khateebs and slots, with their names, in alphabetical order. */
export const languageChoices: readonly { readonly code: Language; readonly name: string }[] = languageCodes
  .map((code) => ({ code, name: formatLanguage(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

/** Returns the code if it is the code of a language; undefined otherwise, for example for the empty value of “Any language”. */
export function languageOf(code: string): Language | undefined {
  return languageCodes.find((it) => it === code)
}

/** A select for a language. Its value is a code, or empty for any language. `children` are options that come before the languages. */
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
