import { refusalWords, type WalletDialect } from '@latchkey/kernel/chain'

/** Injected wallets have no numbers for it: mostly an Error of one word, which is the whole text. A node that rejects says more. */
const declined =
  /^(?:error: )?(?:the )?(?:(?:request|transaction|signing|signature) (?:was |has been )?)?(?:cancell?ed|rejected|denied|declined)\.?$/i

/** What the first extension says, and others after it, once a person has refused the page. */
const notAllowed = /not allowed to interact|has not been authorized|unauthori[sz]ed/i

/** `injectedWeb3`. */
export const injectedDialect: WalletDialect = {
  name: 'injectedWeb3',
  source: '@polkadot/extension-base 0.62.3; SubWallet 1.3.88, whose sentences are translated',
  codes: {
    // SubWallet's and Talisman's, where one wallet serves both worlds.
    4001: ['refused'],
  },
  errors: {
    unauthorized: [
      'WALLET_UNAUTHORIZED',
      () => 'The wallet does not allow this app. Allow it in the wallet and try again.',
    ],
  },
  words: [...refusalWords, [declined, 'refused'], [notAllowed, 'unauthorized']],
}
