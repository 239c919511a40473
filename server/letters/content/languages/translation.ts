/** The forms of a sentence with a number, for the plural categories of the language. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

export type Translation = string | PluralForms

/**
 * Translations, keyed by the English text of a `Line`. A translation has the same placeholders, in any order. A plural form may omit the
 * number.
 */
export type Dictionary = Readonly<Record<string, Translation>>
