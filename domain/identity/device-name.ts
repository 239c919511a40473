/** Browsers by the mark they put into a user agent. Most also claim to be Chrome or Safari, so these come last. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

/** Android also says Linux, and iPhones say "like Mac OS X", so those come first. */
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

type Marks = readonly (readonly [RegExp, string])[]

function named(marks: Marks, userAgent: string): string | undefined {
  return marks.find(([mark]) => mark.test(userAgent))?.[1]
}

/**
 * A few words by which a person recognises a device of theirs, from the User-Agent header: "Firefox on Android".
 * A program that is no browser is called by its own name ("curl").
 */
export function deviceName(userAgent: string): string {
  const browser = named(browsers, userAgent)
  const system = named(systems, userAgent)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  const program = /^(?!Mozilla\/)([A-Za-z][\w.-]{0,39})(?:[/ ]|$)/.exec(userAgent)?.[1]
  return browser ?? system ?? program ?? 'Unknown device'
}
