/*
 * Runs inline in each document before the first paint. Sets attributes that the prerendered HTML can't contain, and handles input before
 * hydration. This script blocks the first paint, so it imports nothing.
 */

// The role of the last signed-in user selects the links to show (see app/remembered-role.ts and ui/base.css).
try {
  const role = localStorage.getItem('last-role')
  if (role !== null) document.documentElement.dataset['lastRole'] = role
} catch {
  // A browser that blocks storage throws.
}

// If a script that all others need fails to load, no other script can show an error. Then a message in the document appears (see
// index.html).
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
  // An in-page link would replace the hash before the screen has read the token. So only move the focus.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (link === null || event.defaultPrevented) return
    event.preventDefault()
    document.querySelector<HTMLElement>(link.getAttribute('href') ?? '')?.focus()
  })
}

// A form that is submitted before hydration shows as busy. The form's script submits the form after hydration.
document.addEventListener('submit', ({ target, defaultPrevented }) => {
  if (!defaultPrevented && target instanceof HTMLFormElement) target.setAttribute('aria-busy', 'true')
})
