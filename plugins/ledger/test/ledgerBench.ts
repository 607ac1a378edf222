import { createLedgerDevice, createTestHid, type LedgerDevice, type TestHid } from '@latchkey/devstack/ledger'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { type Clock, Connector, type ConnectorContribution } from '@latchkey/kernel/plugin'
import { Session, type SessionService } from '@latchkey/kernel/wallet'
import { eip155 } from '@latchkey/plugin-eip155'
import { solana, solanaDevnet } from '@latchkey/plugin-solana'
import { vi } from 'vitest'
import { Ledger, ledger, type LedgerOptions, type LedgerService } from '../src/index.js'
import type { TestUsb } from './testUsb.js'

/** A network whose node isn't there. */
export const chainOf = (id: number, node = 'http://127.0.0.1:1') => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [node] } },
})

export interface LedgerBench {
  readonly device: LedgerDevice
  readonly hid: TestHid
  readonly kernel: Kernel
  readonly session: SessionService
  readonly ledger: LedgerService
  readonly connector: ConnectorContribution
  stop(): Promise<void>
}

export interface LedgerBenchOptions {
  readonly device?: LedgerDevice
  readonly hid?: TestHid
  /** In the place of WebHID. */
  readonly usb?: TestUsb
  readonly options?: LedgerOptions
  /** Default: the browser's. */
  readonly clock?: Clock
  /** What is stored. Default: nothing yet. */
  readonly stored?: ReturnType<typeof memoryStorage>
  /** The nodes of chains 1 and 31337. Default: none is there. */
  readonly nodes?: readonly [string, string]
}

export const testHidOf = (device: LedgerDevice): TestHid =>
  createTestHid({
    async send(packet) {
      const { packets, isReplugged } = await device.receive(Uint8Array.from(packet))
      return { packets: packets.map((answer) => [...answer]), isReplugged }
    },
  })

/** A kernel with a device in software, over the packets of USB. */
export async function startLedgerBench(given: LedgerBenchOptions = {}): Promise<LedgerBench> {
  const { device = createLedgerDevice(), options = {}, stored = memoryStorage() } = given
  const hid = given.hid ?? testHidOf(device)
  vi.stubGlobal('navigator', { ...(given.usb ? { usb: given.usb } : { hid }), locks: pageLocks() })
  vi.stubGlobal('window', new EventTarget())
  const kernel = createKernel(
    [
      eip155({
        networks: [chainOf(1, given.nodes?.[0]), chainOf(31337, given.nodes?.[1])],
        discovery: false,
        injected: false,
      }),
      solana({ networks: [solanaDevnet] }),
      ledger(options),
    ],
    {
      storage: stored,
      logLevel: 'silent',
      onPluginError: 'throw',
      ...(given.clock ? { clock: given.clock } : {}),
    },
  )
  await kernel.start()
  const connector = kernel.list(Connector).find(({ id }) => id === 'ledger')
  if (!connector) throw new Error('Expected the connector.')
  return {
    device,
    hid,
    kernel,
    session: kernel.get(Session),
    ledger: kernel.get(Ledger),
    connector,
    async stop() {
      await kernel.dispose()
      vi.unstubAllGlobals()
    },
  }
}

/** Web Locks as a page has them, for requests that don't wait. */
function pageLocks() {
  const held = new Set<string>()
  return {
    async request<Result>(
      name: string,
      _: { readonly ifAvailable: true },
      run: (lock: object | null) => Promise<Result>,
    ): Promise<Result> {
      if (held.has(name)) return run(null)
      held.add(name)
      try {
        return await run({ name })
      } finally {
        held.delete(name)
      }
    },
  }
}
