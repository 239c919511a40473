/**
 * Injection attacks as text: HTML, scripts, URLs, mail headers, spreadsheets, SQL, templates and terminals. The server
 * accepts them and stores them unchanged, and output must escape them. A script that runs sets `window.broken`.
 */
export const injectionStrings: readonly string[] = [
  '<script>window.broken=1</script>',
  '"><img src=x onerror=window.broken=2>',
  "'><svg/onload=window.broken=3>",
  '</title></textarea></style><script>window.broken=4</script>',
  '<a href="javascript:window.broken=5">x</a>',
  'javascript:window.broken=6',
  '</script><script>window.broken=7</script>',
  '<iframe srcdoc="<script>parent.broken=8</script>">',
  '<!--<body onload=window.broken=9>',
  '&lt;script&gt;window.broken=10&lt;/script&gt;',
  '{{constructor.constructor("window.broken=11")()}} ${window.broken=11} <%= 7*7 %>',
  "$& $` $' $1 $$ $<title>",
  '<0>taken for an element</0><1/>',
  '=HYPERLINK("http://evil.example","x")',
  '@SUM(1+1)*cmd|"/C calc"!A0',
  '+1-1',
  "'; drop table people; --",
  "' or 1=1 --",
  '\\"\\u003cscript\\u003e',
  '%0d%0aBcc: evil@evil.example',
  'a, evil@evil.example',
  '"Evil" <evil@evil.example>',
  '=?utf-8?q?=0D=0ABcc:_evil@evil.example?=',
  '../../etc/passwd',
  '__proto__',
  '𝕄𝕚𝕟𝕓𝕒𝕣 🕌🏽 👨‍👩‍👧',
  'محمد <b>عبد</b> الله',
  'Z̸̢̛a̷l̶g̵o̴ with marks',
  '\u200b\u200d zero\u200bwidth\u00ad',
]

/** Texts that the server refuses in every single-line field: control characters, bidirectional controls and lone surrogates. */
export const refusedStrings: readonly string[] = [
  'a\r\nBcc: evil@evil.example',
  'a\nb',
  'a\rb',
  'a\0b',
  'a\u001b[31mred',
  'a\u0085b',
  'safe\u202egpj.exe',
  'a\u202ab',
  'a\u2066b',
  'a\u2069b',
  'a\ud800b',
]

/** The refused strings that multi-line fields accept. */
export const multilineStrings: ReadonlySet<string> = new Set(['a\nb'])
