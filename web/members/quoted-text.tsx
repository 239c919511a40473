/** Another person's words, with their line breaks, in quotation marks. */
export function QuotedText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line wrap-anywhere">
      <q>
        <bdi>{text}</bdi>
      </q>
    </p>
  )
}
