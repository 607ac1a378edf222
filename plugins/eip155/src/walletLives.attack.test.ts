// A wallet of EIP-1193 that locks, unlocks, moves and tells it in its own ways, also while it is asked.
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { it } from 'vitest'
import {
  type Dialect,
  liveLives,
  type LivingWallet,
  type WalletLife,
} from '../../../kernel/test/walletLives.js'
import { createLivingProvider, livingAddresses, livingChain, livingNetworks } from '../test/livingProvider.js'
import { Eip155Connections } from './connections.js'
import { announcedId } from './discover/announcedId.js'
import { eip155 } from './eip155.js'

const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Living',
  icon: 'data:image/png;base64,AA',
  rdns: 'dev.living',
}

/** A wallet of the page, which announces itself. */
function createWallet(life: WalletLife): LivingWallet {
  const remove = () => window.removeEventListener('eip6963:requestProvider', announce)
  const { wallet, provider } = createLivingProvider(life, announcedId(info), remove)
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  return wallet
}

const announced: Dialect = {
  namespace: 'eip155',
  addresses: livingAddresses,
  networks: livingNetworks,
  plugins: () => [eip155({ networks: [livingChain(1), livingChain(10)], injected: false })],
  wallet: createWallet,
}

/** A wallet that another plugin reaches, as Base Account does. */
function reachedByAnother(): Dialect {
  let provider: ReturnType<typeof createLivingProvider>['provider'] | undefined
  const another = definePlugin({
    id: 'another',
    kernel: '^1.0.0',
    requires: { connections: Eip155Connections },
    setup(context, { connections }) {
      const access = { name: 'Another', provider: () => provider, kind: 'smartAccount' as const }
      context.add(Connector, {
        ...{ id: 'another', name: 'Another', group: 'external' as const, namespaces: ['eip155'] },
        readiness: () => 'installed',
        connect: (request) => connections.connect(access, request),
        restore: (request) => connections.restore(access, request),
        listen: (request) => connections.listen(access, request),
      })
    },
  })
  return {
    ...announced,
    plugins: () => [
      eip155({ networks: [livingChain(1), livingChain(10)], discovery: false, injected: false }),
      another,
    ],
    wallet(life) {
      const made = createLivingProvider(life, 'another', () => {})
      provider = made.provider
      return made.wallet
    },
  }
}

const dialects = [
  ['announces itself', () => announced],
  ['another plugin reaches', reachedByAnother],
] as const

it.each(dialects)(
  'shows what a wallet that %s says within one question, whatever it tells and when',
  async (_, make) => {
    await liveLives(make(), 100, dialects.length)
  },
  1_800_000,
)
