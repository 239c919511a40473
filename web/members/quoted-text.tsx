/** Another person's text in quotation marks, with its line breaks. */
export function QuotedText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line wrap-anywhere">
      <q>
        <bdi>{text}</bdi>
      </q>
    </p>
  )
}
