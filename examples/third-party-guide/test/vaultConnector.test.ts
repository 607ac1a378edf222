import { createKernel } from '@latchkey/kernel'
import { Connector, type ConnectorContribution } from '@latchkey/kernel/plugin'
import { fakeStorage, pluginSuite } from '@latchkey/kernel/testing'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { expect, test } from 'vitest'
import { example } from '../guide/chain/example-2.js'
import { vaultConnector } from '../guide/connector/vaultConnector.js'
import { testVault } from '../guide/testing/testVault.js'
import { createExampleApi, own } from './createExampleApi.js'
import { exampleNetwork } from './exampleNetwork.js'

const chain = () => example([exampleNetwork()])

/** A vault around the example’s wallet, which a test can close from within. */
function createVault() {
  const wallet = createExampleApi()
  const listeners = new Set<() => void>()
  const first = (answer: Promise<unknown>) =>
    answer.then((value) => (Array.isArray(value) ? value[0] : value))
  return {
    wallet,
    listeners,
    vault: {
      open: () => first(wallet.api.connect()),
      shared: () => first(wallet.api.accounts()),
      close: async () => wallet.forget(),
      onClosed(listener: () => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
  }
}

function setUp(storage = fakeStorage(), made = createVault()) {
  const options = { logLevel: 'silent', storage } as const
  const kernel = createKernel([chain(), vaultConnector(made.vault)], options)
  const isVault = ({ id }: ConnectorContribution) => id === 'com.example.vault'
  return { ...made, kernel, connector: kernel.list(Connector).find(isVault) as ConnectorContribution }
}

const account = ({ kernel }: Pick<ReturnType<typeof setUp>, 'kernel'>) =>
  kernel.get(Wallets).active()?.account

/** Starts a kernel as after a reload, and waits until it has taken up what it can. */
async function startAgain({ kernel }: Pick<ReturnType<typeof setUp>, 'kernel'>) {
  await kernel.start()
  await expect.poll(() => kernel.get(Session).state.restored).toBe(true)
}

pluginSuite({ test, create: () => vaultConnector(createVault().vault), others: () => [chain()] })

testVault(() => {
  const { wallet, listeners, vault } = createVault()
  return {
    ...wallet,
    plugins: [chain(), vaultConnector(vault)],
    fail: () => wallet.fails({ code: -32603, message: 'Internal error' }),
    throws: wallet.fails,
    prompts: () => wallet.state.prompts,
    listeners: () => listeners.size,
  }
})

test('ends the session when the vault closes, and when the person does', async () => {
  const page = setUp()
  await page.kernel.start()
  const session = page.kernel.get(Session)
  await session.connect({ connectorId: page.connector.id })
  expect(account(page)).toMatchObject({ address: own, kind: 'vault', id: `example:mainnet:${own}` })
  for (const listener of page.listeners) listener()
  expect(account(page)).toBeUndefined()
  await session.connect({ connectorId: page.connector.id })
  await session.disconnect()
  expect(account(page)).toBeUndefined()
  expect([page.listeners.size, page.wallet.state.isLetIn]).toEqual([0, false])
  await page.kernel.dispose()
})

test('keeps the session of a vault that couldn’t be asked after a reload', async () => {
  const storage = fakeStorage()
  const first = setUp(storage)
  await first.kernel.start()
  await first.kernel.get(Session).connect({ connectorId: first.connector.id })
  await first.kernel.dispose()
  first.wallet.fails(new Error('The vault is busy.'))
  const second = setUp(storage, first)
  await startAgain(second)
  expect(account(second)).toBeUndefined()
  await second.kernel.dispose()
  const third = setUp(storage, first)
  await startAgain(third)
  expect(account(third)?.address).toBe(own)
  expect(first.wallet.state.prompts).toBe(1)
  await third.kernel.dispose()
})
