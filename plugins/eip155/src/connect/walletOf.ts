import { ConnectorError } from '@latchkey/kernel/plugin'
import { type Eip1193Provider, isEip1193Provider } from '../provider.js'

/** The wallet that a feature hands over as `provider`. @throws ConnectorError `PROVIDER_INVALID` */
export function walletOf(provider: unknown): Eip1193Provider {
  if (isEip1193Provider(provider)) return provider
  throw new ConnectorError('This wallet can’t be asked any more. Connect it again.', {
    code: 'PROVIDER_INVALID',
    metaMessages: ["Expected what Connection.provider('eip155') answers: an EIP-1193 provider."],
  })
}
