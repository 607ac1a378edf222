/** The picture in lists of wallets, as SVG. */
export const walletPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="#0b625c"/><path d="M22 32h52v34H22zm0 2 26 20 26-20" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/></svg>'

/** Without quotes and spaces: some apps write it into an attribute as it is. */
export const walletIcon = `data:image/svg+xml,${encodeURIComponent(walletPicture)}`
