/*
 * Runs inline in each document before the first paint: sets what the prerendered HTML can't know, and handles input before
 * hydration. It blocks the paint, so it imports nothing.
 */

// The last signed-in role selects what is shown (see app/remembered-role.ts and ui/base.css).
try {
  const role = localStorage.getItem('last-role')
  if (role !== null) document.documentElement.dataset['lastRole'] = role
} catch {
  // A browser that blocks storage throws.
}

// If a script fails to load that all others need, none of them can say so. Then the document itself does (see index.html).
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset['loadFailure'] = ''
  },
  true,
)

// Whether the address has the complete token of a letter's link (see identity/require-link-token.tsx). The token is in the hash,
// which browsers don't send to the server.
if (/[#&]token=[\w-]{43}(&|$)/.test(location.hash)) {
  document.documentElement.dataset['token'] = ''
  // An in-page link would replace the token in the hash before the screen has read it. So only move the focus.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (link === null || event.defaultPrevented) return
    event.preventDefault()
    document.querySelector<HTMLElement>(link.getAttribute('href') ?? '')?.focus()
  })
}

// A form that is submitted before hydration shows as busy. Its script submits it after hydration.
document.addEventListener('submit', ({ target, defaultPrevented }) => {
  if (!defaultPrevented && target instanceof HTMLFormElement) target.setAttribute('aria-busy', 'true')
})
