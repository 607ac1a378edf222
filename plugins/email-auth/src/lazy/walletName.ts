/** The name in lists of wallets and connections. */
export const walletName = 'Email wallet'
