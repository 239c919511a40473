/** The names of browsers by their token in the User-Agent. Most browsers also send the token of Chrome or Safari, so these two are last. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

/**
 * The names of operating systems by their token in the User-Agent. The User-Agent of Android also has “Linux”, so Android is before Linux.
 */
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

type NamedPatterns = readonly (readonly [RegExp, string])[]

function firstMatch(patterns: NamedPatterns, userAgent: string): string | undefined {
  return patterns.find(([pattern]) => pattern.test(userAgent))?.[1]
}

/**
 * Returns a readable device name for a User-Agent header, such as "Firefox on Android", or the name of a program ("curl"). By this name,
 * people recognize their sessions and their second factors.
 */
export function deviceName(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent)
  const system = firstMatch(systems, userAgent)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  const program = /^(?!Mozilla\/)([A-Za-z][\w.-]{0,39})(?:[/ ]|$)/.exec(userAgent)?.[1]
  return browser ?? system ?? program ?? 'Unknown device'
}
