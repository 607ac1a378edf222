import { vi } from 'vitest'
import { createKernel } from '../src/createKernel.js'
import { Networks } from '../src/wallet/networksState.js'
import { Session } from '../src/wallet/session/sessionState.js'
import { definePlugin, type Plugin, type PluginContext } from '../src/engine/definePlugin.js'
import type { AnyEvent } from '../src/engine/events.js'
import type { KernelOptions } from '../src/wallet/kernelOptions.js'
import { Connector } from '../src/contracts/points/connector.js'
import { Namespace, type NamespaceContribution } from '../src/contracts/points/namespace.js'
import { fakeClock, fakeNamespace, fakeStorage, type FakeWallet } from '../src/testing/index.js'

export interface AppOptions extends KernelOptions {
  readonly wallets?: readonly Pick<FakeWallet, 'connector'>[]
  readonly namespaces?: readonly NamespaceContribution[]
  readonly plugins?: readonly Plugin[]
}

/** A kernel with fake chains and wallets, not yet started. */
export function appWith({ wallets = [], namespaces, plugins = [], ...options }: AppOptions = {}) {
  const clock = fakeClock()
  const storage = fakeStorage()
  let context: PluginContext | undefined
  const chains = definePlugin({
    id: 'test.chains',
    kernel: '^1.0.0',
    setup(own) {
      context = own
      const listed = namespaces ?? [fakeNamespace('eip155'), fakeNamespace('solana')]
      for (const namespace of listed) own.add(Namespace, namespace)
      for (const { connector } of wallets) own.add(Connector, connector)
    },
  })
  const kernel = createKernel([chains, ...plugins], { logLevel: 'silent', clock, storage, ...options })
  const events: AnyEvent[] = []
  kernel.events.onAny((event) => events.push(event))
  const session = kernel.get(Session)
  return {
    kernel,
    clock,
    storage,
    events,
    session,
    networks: kernel.get(Networks),
    /** A wallet that announces itself late. */
    announce: (wallet: Pick<FakeWallet, 'connector'>) => context?.add(Connector, wallet.connector),
    eventIds: () => events.map(({ id }) => id),
    statuses: () =>
      Object.fromEntries(Object.entries(session.state.namespaces).map(([id, { status }]) => [id, status])),
    address: (namespace: string) => session.activeAccount(namespace)?.address,
  }
}

/** Lets everything that is due happen: promises, and chunks that are loaded. */
export async function settle(): Promise<void> {
  await vi.dynamicImportSettled()
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}
