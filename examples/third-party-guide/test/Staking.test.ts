import { createKernel } from '@latchkey/kernel'
import { capability } from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, type NamespaceContribution } from '@latchkey/kernel/plugin'
import { fakeAccount, fakeNamespace, fakeStorage, fakeWallet } from '@latchkey/kernel/testing'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { expect, test } from 'vitest'
import { stakedBy, Staking, staking } from '../guide/feature/Staking.js'

/** Starts a kernel with a chain that carries these, with and without a wallet. */
async function read(capabilities: NamespaceContribution['capabilities']) {
  const fake = fakeWallet({ accounts: [fakeAccount('example:1', 'alice')], answers: { connect: 'approve' } })
  const plugin = definePlugin({
    id: 'fake',
    kernel: '^1.0.0',
    setup(context) {
      context.add(Namespace, fakeNamespace('example', ['1'], { capabilities }))
      context.add(Connector, fake.connector)
    },
  })
  const kernel = createKernel([plugin], { logLevel: 'silent', storage: fakeStorage() })
  await kernel.start()
  const before = await stakedBy(kernel.get(Wallets))
  await kernel.get(Session).connect({ connectorId: fake.connector.id })
  const after = await stakedBy(kernel.get(Wallets))
  await kernel.dispose()
  return { before, after }
}

test('reads what the chain’s plugin answers, once a wallet is there', async () => {
  await expect(read([staking])).resolves.toEqual({ before: undefined, after: 0n })
})

test('reads nothing of a chain that doesn’t carry it', async () => {
  await expect(read([])).resolves.toEqual({ before: undefined, after: undefined })
})

test('passes on the network and the address of the wallet', async () => {
  const asked: unknown[] = []
  const own = capability(Staking, {
    staked: async (request) => {
      asked.push(request)
      return 5n
    },
  })
  await expect(read([own])).resolves.toEqual({ before: undefined, after: 5n })
  expect(asked).toMatchObject([{ networkId: 'example:1', address: 'alice' }])
})
