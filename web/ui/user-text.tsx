/**
 * Text that a user entered, within a translated sentence, in its own text direction. Always pass the text as a property, never as a part
 * of the sentence: `Trans` parses its sentence for elements, so a name like `<0>` would become an element.
 */
export function UserText({ text, className }: { text: string; className?: string }) {
  return <bdi className={className}>{text}</bdi>
}
