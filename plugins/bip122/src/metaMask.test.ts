import { markWallet } from '@latchkey/kernel/chain'
import { Session } from '@latchkey/kernel/wallet'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import { fakeClock } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { getBitcoinWalletStandard } from '@metamask/bitcoin-wallet-standard'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeKey } from '../test/fakeKeys.js'
import { registerWallet } from '../test/fakeWallets.js'
import { bip122, bitcoinMainnet } from './index.js'

/** MetaMask's published code for pages (`@metamask/bitcoin-wallet-standard`) over a stand-in for its extension, which answers at once or when the test says so. */

let page: EventTarget
const kernels: Kernel[] = []
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const [first, second] = [1, 2].map((seed) => fakeKey(seed, 'p2wpkh', 'mainnet').address) as [string, string]
const scope = bitcoinMainnet.id
const sessionOf = (address?: string) => ({
  sessionScopes: address
    ? { [scope]: { accounts: [`${scope}:${address}`], methods: [], notifications: [] } }
    : {},
})

/** The extension: what it shares with the page, and what was asked of it. */
function createExtension(shared?: string) {
  const listeners = new Set<(message: unknown) => void>()
  const extension = {
    shared,
    asked: [] as string[],
    /** Until it's opened, the extension is still starting. */
    isReady: Promise.resolve(),
    tell(address?: string) {
      extension.shared = address
      for (const listener of listeners)
        listener({ method: 'wallet_sessionChanged', params: sessionOf(address) })
    },
    client: {
      async getSession() {
        await extension.isReady
        return extension.shared ? sessionOf(extension.shared) : undefined
      },
      async createSession() {
        extension.asked.push('createSession')
        extension.shared ??= first
        return sessionOf(extension.shared)
      },
      async revokeSession(given: { readonly scopes: readonly string[] }) {
        extension.asked.push(`revokeSession ${given.scopes.includes(scope)}`)
        extension.shared = undefined
      },
      onNotification(listener: (message: unknown) => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
  }
  return extension
}

function openPage(extension: ReturnType<typeof createExtension>) {
  const wallet = getBitcoinWalletStandard({ client: extension.client as never })
  registerWallet(wallet, page as never)
  return wallet
}

async function start(storage: StorageAdapter = memoryStorage()) {
  const clock = fakeClock()
  const kernel = createKernel([bip122({ networks: [bitcoinMainnet] })], {
    storage,
    clock,
    logLevel: 'silent',
    onPluginError: 'throw',
  })
  kernels.push(kernel)
  await kernel.start()
  return { kernel, clock, session: kernel.get(Session) }
}

const connectorOf = ({ icon }: { readonly icon: string }) =>
  markWallet({ prefix: 'bip122.metamask', name: 'MetaMask', icon })
const shown = ({ state }: Pick<Awaited<ReturnType<typeof start>>['session'], 'state'>) =>
  state.connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

it('connects without the key that is none, follows the account, and ends with the wallet', async () => {
  const extension = createExtension()
  const wallet = openPage(extension)
  const { session } = await start()
  const { accounts } = await session.connect({ connectorId: connectorOf(wallet) })
  expect(accounts).toEqual([
    { id: `${scope}:${first}`, namespace: 'bip122', address: first, kind: 'payment' },
  ])
  expect(extension.asked).toEqual(['createSession'])
  extension.tell(second)
  await vi.waitFor(() => expect(shown(session)).toEqual([second]))
  extension.tell()
  await vi.waitFor(() => expect(session.state.connections).toEqual([]))
})

/** Connects on one page, leaves it, and gives what the next one starts with. */
async function leavePage() {
  const storage = memoryStorage()
  const extension = createExtension()
  const connectorId = connectorOf(openPage(extension))
  const before = await start(storage)
  await before.session.connect({ connectorId })
  await before.kernel.dispose()
  return {
    extension,
    reload() {
      page = new EventTarget()
      vi.stubGlobal('window', page)
      openPage(extension)
      return start(storage)
    },
  }
}

it.each([
  ['has answered', true],
  ['is still starting', false],
])('is taken up after a reload without a question while the extension %s', async (_, isReady) => {
  const { extension, reload } = await leavePage()
  extension.asked.length = 0
  let ready = () => {}
  if (!isReady) {
    extension.isReady = new Promise((resolve) => {
      ready = resolve
    })
  }
  const { session, kernel } = await reload()
  await settle()
  ready()
  await vi.waitFor(() => expect(shown(session)).toEqual([first]))
  expect(extension.asked).toEqual([])
  await kernel.get(Session).disconnect()
  expect(extension.asked).toEqual(['revokeSession true'])
})

it('is let go after three seconds where the person has ended it in the wallet', async () => {
  const { extension, reload } = await leavePage()
  extension.shared = undefined
  const { session, clock } = await reload()
  await settle()
  expect(session.state.namespaces['bip122']?.status).toBe('reconnecting')
  await clock.advance(3_000)
  await vi.waitFor(() => expect(session.state.namespaces['bip122']?.status).toBe('disconnected'))
  expect(extension.asked).toEqual(['createSession'])
})
