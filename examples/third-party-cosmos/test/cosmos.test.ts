import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Networks, Session, Wallets } from '@latchkey/kernel/wallet'
import { SignMessage } from '@latchkey/kernel/contracts'
import { capabilitySuite, connectorSuite, namespaceSuite, pluginSuite } from '@latchkey/kernel/testing'
import { cosmos, CosmosProvider, cosmosHub, osmosis } from '../src/index.js'
import { cosmosHarness, cosmosNamespace, keplrHarness, networkIds } from './parts.js'
import { createTestKeplr, verifyArbitrary } from './testKeplr.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const wallet = createTestKeplr()

describe('conformance', () => {
  pluginSuite({ test, create: cosmos, manifest })
  namespaceSuite({
    test,
    create: cosmosNamespace,
    valid: [wallet.addressOn('cosmos'), wallet.addressOn('osmo')],
    same: [[wallet.addressOn('cosmos'), wallet.addressOn('osmo')]],
    invalid: [
      '0x0',
      'cosmos1',
      'terra1h806c7khnvmjlywdrkdgk2vrayy2mmvf9rxk2r',
      wallet.addressOn('cosmos').slice(0, -1),
    ],
  })
  connectorSuite({
    test,
    create: keplrHarness,
    namespace: 'cosmos',
    networkIds,
    // Keplr has no network of its own: the page names one with each request.
    lacks: [
      ...(['network', 'changeNetwork', 'rejectNetwork'] as const),
      ...(['hold', 'throws', 'remove', 'forget', 'listeners'] as const),
    ],
  })
  capabilitySuite({ test, create: cosmosHarness, lacks: ['throws', 'answers', 'expire'] })
})

describe('cosmos', () => {
  test('connects, signs by ADR-36, switches chain with its address, restores and disconnects', async () => {
    const storage = memoryStorage()
    const uninstall = wallet.install('keplr')
    const kernel = createKernel([cosmos()], { storage })
    await kernel.start()
    const session = kernel.get(Session)
    const entry = await session.connect({ connectorId: 'example.cosmos.keplr' })
    assert.equal(entry.accounts[0]?.address, wallet.addressOn('cosmos'))

    const connected = kernel.get(Wallets).active('cosmos')
    assert.ok(connected)
    const { account, networkId } = connected
    assert.equal(networkId, cosmosHub.id)
    const key = await connected.provider(CosmosProvider)?.getKey('cosmoshub-4')
    assert.equal(key?.bech32Address, account.address)
    const signed = await connected.use(SignMessage)?.sign({ message: 'Hello' })
    assert.ok(signed)
    assert.equal(verifyArbitrary(wallet.publicKey, account.address, 'Hello', signed.signature), true)
    assert.equal(verifyArbitrary(wallet.publicKey, account.address, 'Hallo', signed.signature), false)

    await kernel.get(Networks).switch(osmosis.id)
    assert.equal(session.activeAccount('cosmos')?.address, wallet.addressOn('osmo'))
    await kernel.dispose()

    const again = createKernel([cosmos()], { storage })
    await again.start()
    await until(() => again.get(Session).state.restored)
    assert.equal(again.get(Session).activeAccount('cosmos')?.address, wallet.addressOn('osmo'))
    await again.get(Session).disconnect()
    assert.equal(again.get(Session).activeAccount('cosmos'), undefined)
    await again.dispose()
    uninstall()
  })

  test('a wallet that answers another chain’s address is refused with a code', async () => {
    const uninstall = createTestKeplr({ lieAboutPrefix: 'osmo' }).install('keplr')
    const kernel = createKernel([cosmos()], { storage: memoryStorage() })
    await kernel.start()
    await assert.rejects(kernel.get(Session).connect({ connectorId: 'example.cosmos.keplr' }), {
      code: 'WALLET_ANSWER_INVALID',
    })
    await kernel.dispose()
    uninstall()
  })

  test('a person who says no is not an error', async () => {
    const uninstall = createTestKeplr({ rejects: true }).install('keplr')
    const kernel = createKernel([cosmos()], { storage: memoryStorage() })
    await kernel.start()
    await assert.rejects(kernel.get(Session).connect({ connectorId: 'example.cosmos.keplr' }), {
      code: 'USER_REJECTED',
    })
    await kernel.dispose()
    uninstall()
  })
})

/** Waits for a condition that must come true; the runner's own time limit ends a wait in vain. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
