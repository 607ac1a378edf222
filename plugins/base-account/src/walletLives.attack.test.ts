// Coinbase's real SDK over its extension, which locks, unlocks, moves and tells it in its own ways, also while it is asked.
import { eip155 } from '@latchkey/plugin-eip155'
import { afterEach, it, vi } from 'vitest'
import { liveLives } from '../../../kernel/test/walletLives.js'
import {
  createLivingProvider,
  livingAddresses,
  livingChain,
  livingNetworks,
} from '../../eip155/test/livingProvider.js'
import { baseAccount, baseAccountId } from './index.js'

/** What the SDK keeps in the page's storage. */
function pageStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

afterEach(() => void vi.unstubAllGlobals())

it('shows what the wallet behind the SDK says within one question, whatever it tells and when', async () => {
  await liveLives(
    {
      namespace: 'eip155',
      addresses: livingAddresses,
      networks: livingNetworks,
      isLoadable: true,
      plugins: () => [
        eip155({ networks: [livingChain(1), livingChain(10)], discovery: false, injected: false }),
        baseAccount({ preference: 'eoaOnly' }),
      ],
      wallet(life) {
        const { wallet, provider } = createLivingProvider(life, baseAccountId, () => {})
        // The extension ends a session by a method of its own, as the SDK's provider does.
        const coinbaseWalletExtension = { ...provider, setAppInfo() {}, disconnect: async () => {} }
        vi.stubGlobal('coinbaseWalletExtension', coinbaseWalletExtension)
        vi.stubGlobal('localStorage', pageStorage())
        return wallet
      },
    },
    100,
  )
}, 1_800_000)
