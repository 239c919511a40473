/*
 * Runs before anything is painted, on its own: what a drawn document can't know, and what is done on it before the page's
 * scripts have come. A document waits for it, so it imports nothing.
 */

// Who was signed in here the last time, for what looks different to them (see app/remembered-role.ts and ui/base.css).
try {
  const role = localStorage.getItem('last-role')
  if (role !== null) document.documentElement.dataset['rememberedRole'] = role
} catch {
  // A browser may keep nothing, and say so by throwing.
}

// Whether a letter's link has its token, all of it, which never leaves the browser (see identity/require-link-token.tsx).
if (/[#&]token=[\w-]{43}(&|$)/.test(location.hash)) {
  document.documentElement.dataset['token'] = ''
  // Until the script of the screen has read it, a link within the screen leads there and leaves the address as it is.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (link === null || event.defaultPrevented) return
    event.preventDefault()
    document.querySelector<HTMLElement>(link.getAttribute('href') ?? '')?.focus()
  })
}

// A form that is sent before its script is there says that it is busy, and is sent by its script then.
document.addEventListener('submit', ({ target, defaultPrevented }) => {
  if (!defaultPrevented && target instanceof HTMLFormElement) target.setAttribute('aria-busy', 'true')
})
