// Every method, event and announcement of an EVM wallet, answered with rubbish, through the kernel and the plugin.
import { setMaxListeners } from 'node:events'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, type StorageAdapter } from '@latchkey/kernel/plugin'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { base, mainnet } from 'viem/chains'
import {
  type Answer,
  attackMethod,
  attackRounds,
  type Protocol,
  restorePoisoned,
  rubbish,
  given,
  watchFaults,
} from '../../../kernel/test/attack.js'
import { eip155 } from './eip155.js'

const theirs = '0xBadBADbaDbAdbadBADBadbAdBADBADBadBADBad0'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const info = { uuid: 'b0b0b0b0-0000-4000-8000-000000000000', name: 'Hostile', icon: '', rdns: 'dev.hostile' }

const other = { ...info, uuid: 'c0c0c0c0-0000-4000-8000-000000000000', rdns: 'dev.other' }

let page: EventTarget

/** A page without any wallet. */
function openPage(): void {
  page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
}
beforeEach(openPage)
afterEach(() => void vi.unstubAllGlobals())

function announce(detail: unknown): void {
  const tell = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', tell)
  tell()
}

function hostileProvider() {
  let armed: { method: string; answer: Answer } | undefined
  const asked: string[] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const sound: Readonly<Record<string, unknown>> = {
    eth_requestAccounts: [address],
    eth_accounts: [address],
    eth_chainId: '0x1',
    wallet_requestPermissions: [{ parentCapability: 'eth_accounts' }],
    wallet_getPermissions: [{ parentCapability: 'eth_accounts' }],
    wallet_revokePermissions: null,
    personal_sign: `0x${'11'.repeat(65)}`,
    wallet_getCapabilities: {},
    wallet_getAssets: {},
  }
  const on = (event: string, listener: (payload: unknown) => void) =>
    void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  const off = (event: string, listener: (payload: unknown) => void) =>
    void listeners.get(event)?.delete(listener)
  return {
    provider: {
      async request({ method }: { method: string }) {
        asked.push(method)
        if (armed?.method === method) return armed.answer.give()
        if (!(method in sound)) throw Object.assign(new Error('no such method'), { code: -32601 })
        return sound[method]
      },
      on,
      removeListener: off,
    },
    wallet: {
      connectorId: 'eip155.announced.dev.hostile',
      arm: (method: string, answer: Answer) => {
        armed = { method, answer }
      },
      disarm: () => {
        armed = undefined
      },
      asked: () => asked,
      emit: (event: string, payload: unknown) => {
        for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
      },
      addresses: [address],
    },
  }
}

async function startKernel(storage: StorageAdapter = memoryStorage()) {
  const kernel = createKernel([eip155({ networks: [mainnet, base] })], { storage, logLevel: 'silent' })
  await kernel.start()
  return kernel
}

const protocol: Protocol = {
  namespace: 'eip155',
  methods: ['eth_requestAccounts', 'eth_chainId', 'personal_sign', 'wallet_switchEthereumChain'],
  otherNetwork: 'eip155:8453',
  events: ['accountsChanged', 'chainChanged', 'disconnect', 'connect', 'message'],
  opening: [
    'eth_requestAccounts',
    'personal_sign',
    'wallet_requestPermissions',
    'wallet_switchEthereumChain',
  ],
  async start(storage) {
    openPage()
    const { provider, wallet } = hostileProvider()
    announce({ info, provider })
    const kernel = await startKernel(storage)
    return { kernel, wallet }
  },
}

describe('an EVM wallet that answers rubbish', () => {
  it.each(protocol.methods)('to %s breaks nothing', (method) =>
    // Switching waits some seconds for the wallet to say where it is.
    attackMethod(protocol, method, method === 'wallet_switchEthereumChain' ? 2 : 12),
  )
})

describe('storage that somebody else wrote', () => {
  it('only says whom to ask: the account is the wallet’s own', async () => {
    expect(await restorePoisoned(protocol, theirs)).toBe(address)
  })
})

describe('announcements of rubbish (EIP-6963)', () => {
  it('break nothing, and hide no sound wallet', async () => {
    const { faults, stop } = watchFaults()
    await fc.assert(
      fc.asyncProperty(
        rubbish,
        fc.constantFrom('detail', 'info', 'provider', 'uuid', 'name', 'icon', 'rdns'),
        async (answer, place) => {
          openPage()
          const kernel = await startKernel()
          try {
            const value = given(answer)
            const { provider } = hostileProvider()
            const detail: Record<string, unknown> = { info: other, provider }
            if (place === 'detail') announce(value)
            else if (place in detail) announce({ ...detail, [place]: value })
            else announce({ ...detail, info: { ...other, [place]: value } })
            announce({ info, provider })
            // Announcements that come together are told together, some milliseconds later.
            await vi.waitFor(() =>
              expect(kernel.list(Connector).map(({ id }) => id)).toContain('eip155.announced.dev.hostile'),
            )
            const listed = kernel.list(Connector)
            for (const { id, name, icon } of listed) {
              expect([typeof id, typeof name]).toEqual(['string', 'string'])
              expect(name.length).toBeLessThan(300)
              expect(typeof icon !== 'string' || /^(data:image\/|https:)/.test(icon)).toBe(true)
            }
          } finally {
            await kernel.dispose()
          }
        },
      ),
      { numRuns: attackRounds(60) },
    )
    stop()
    expect(faults).toEqual([])
  })
})
