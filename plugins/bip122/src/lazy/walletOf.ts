import { plainText, ConnectorError } from '@latchkey/kernel/plugin'
import type { BitcoinWallet } from '../provider.js'

/** The wallet that a feature hands over as `provider`. @throws ConnectorError `PROVIDER_INVALID` */
export function walletOf(provider: unknown): BitcoinWallet {
  const wallet = provider as Partial<BitcoinWallet> | null | undefined
  if (typeof wallet === 'object' && wallet !== null && plainText(wallet.name)) return wallet as BitcoinWallet
  throw new ConnectorError('This wallet cannot be asked any more. Connect it again.', {
    code: 'PROVIDER_INVALID',
    metaMessages: ["Expected what Connection.provider('bip122') answers: a BitcoinWallet."],
  })
}
