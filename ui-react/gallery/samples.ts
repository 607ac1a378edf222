/** Made-up but well-formed values for the stories. */
export const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const bitcoinAddress = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
export const pairingUri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

const picture = (body: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${body}</svg>`)}`

export const walletPicture = picture(
  '<rect width="40" height="40" fill="#1b2a6b"/><path d="M10 22c0-6 4-11 10-11s10 5 10 11v7H10z" fill="#fff"/>',
)
export const tokenPicture = picture(
  '<rect width="40" height="40" fill="#2775ca"/><circle cx="20" cy="20" r="9" fill="none" stroke="#fff" stroke-width="3"/>',
)
export const networkPicture = picture(
  '<rect width="40" height="40" fill="#12aa62"/><path d="M10 26 20 8l10 18z" fill="#fff"/>',
)
export const brokenPicture = 'data:image/png;base64,AAAA'
