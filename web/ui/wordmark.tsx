/** The logo: a minbar's steps and its arch, in the text color. */
function Mark() {
  return (
    <svg
      className="mr-2.5 inline h-6.5 w-auto align-baseline"
      viewBox="2 .7 26.5 28.3"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M2 29v-3.7h4.7v-4.1h4.7v-4.1h4.7V29z" />
      <path
        fillRule="evenodd"
        d="M17.5 29V13.5c0-4.1 3.6-5 5.5-9.5 1.9 4.5 5.5 5.4 5.5 9.5V29zm3.2-4.8h4.6v-9.5c0-1.7-1.3-2.4-2.3-4.1-1 1.7-2.3 2.4-2.3 4.1z"
      />
      <circle className="text-brass-line" cx="23" cy="2" r="1.3" />
    </svg>
  )
}

/**
 * The logo and the product's name. The font is set on the outer element, not on the name: the browser may paint the logo before it has
 * parsed the name, and a later change of font would move the logo.
 */
export function Wordmark() {
  return (
    <span className="inline-block whitespace-nowrap font-display text-xl font-semibold tracking-tight text-accent">
      <Mark />
      <span className="text-ink">Minbar</span>
    </span>
  )
}
