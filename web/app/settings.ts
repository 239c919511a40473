function setting(name: string): string | undefined {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')
  return content === null || content === '' ? undefined : content
}

/** The external info site's address, where the operator has one. The server writes it into the page's head. */
export const infoSiteUrl = setting('minbar-info-site-url')

/** The external donation form's address, where the operator has one. */
export const donationUrl = setting('minbar-donation-url')
