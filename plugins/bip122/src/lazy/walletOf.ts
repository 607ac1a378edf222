import { readField } from '@latchkey/kernel/chain'
import { plainText, ConnectorError } from '@latchkey/kernel/plugin'
import type { BitcoinWallet } from '../provider.js'

/** The wallet that a feature hands over as `provider`. @throws ConnectorError `PROVIDER_INVALID` */
export function walletOf(provider: unknown): BitcoinWallet {
  if (isBitcoinWallet(provider)) return provider
  throw new ConnectorError('This wallet can’t be asked any more. Connect it again.', {
    code: 'PROVIDER_INVALID',
    metaMessages: ["Expected what Connection.provider('bip122') answers: a BitcoinWallet."],
  })
}

/** What a wallet can is its own affair; that it has a name tells it from anything else. */
const isBitcoinWallet = (value: unknown): value is BitcoinWallet => plainText(readField(value, 'name')) !== ''
