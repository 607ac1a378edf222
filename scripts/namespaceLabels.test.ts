// What people read of each kind of network, in buttons, lists and the choice of a chain.
import { createKernel, memoryStorage } from '../kernel/src/index.js'
import { Namespace } from '../kernel/src/plugin.js'
import { plainWords } from '../kernel/src/contracts.js'
import { bip122 } from '../plugins/bip122/src/index.js'
import { eip155 } from '../plugins/eip155/src/index.js'
import { base } from '../plugins/eip155/src/networkData.js'
import { polkadot } from '../plugins/polkadot/src/index.js'
import { solana } from '../plugins/solana/src/index.js'
import { expect, it } from 'vitest'

it('calls every namespace of ours what the reference calls it', async () => {
  const plugins = [eip155({ networks: [base] }), solana(), bip122(), polkadot()]
  const kernel = createKernel(plugins, { storage: memoryStorage(), onPluginError: 'throw' })
  const labels = kernel.list(Namespace).map(({ id, label }) => [id, plainWords(label)])
  expect(Object.fromEntries(labels)).toEqual({
    eip155: 'EVM networks',
    solana: 'Solana',
    bip122: 'Bitcoin',
    polkadot: 'Polkadot',
  })
  await kernel.dispose()
})
