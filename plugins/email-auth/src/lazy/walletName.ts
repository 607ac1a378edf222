/** As lists of wallets and connections call it. */
export const walletName = 'Email wallet'
