import { createWalletErrors, refusalWords, type WalletDialect } from '@latchkey/kernel/chain'

/** The whole of what the host says of a request that a person left without signing. */
const declined =
  /^(?:error: )?(?:the )?(?:transaction|message|signature|signing|request) (?:was |has been )?(?:rejected|denied|declined|cancell?ed)\.?$/i

/** Safe's page tells a refusal in words alone. Its service and its relay use the same words, and say more. */
export const safeDialect: WalletDialect = {
  name: 'Safe',
  source:
    '@safe-global/safe-apps-sdk 9.1.0 (PERMISSIONS_REQUEST_REJECTED); Safe{Wallet}, CommunicatorMessages, 2026',
  codes: { 4001: ['refused'] },
  words: [...refusalWords, [declined, 'refused']],
}

/** Maps what the host threw to one of our errors, once, at this border. */
export const walletErrorFrom = createWalletErrors(safeDialect)
