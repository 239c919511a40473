/** The forms of a sentence with a number, by the plural categories of the language. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

export type Translation = string | PluralForms

/** Translations by the English text of a `Line`. The placeholders are the same, in any order. A plural form may leave the number out. */
export type Dictionary = Readonly<Record<string, Translation>>
