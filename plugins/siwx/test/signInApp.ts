import { capability, SignMessage, type SignMessageRequest } from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, UserRejectedError } from '@latchkey/kernel/plugin'
import { Navigation, Networks, Notifications, Session } from '@latchkey/kernel/wallet'
import {
  fakeAccount,
  fakeClock,
  fakeNamespace,
  fakeStorage,
  fakeWallet,
  type FakeWallet,
} from '@latchkey/kernel/testing'
import { createKernel, type KernelOptions, type PluginInput } from '@latchkey/kernel'
import { privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { Siwx, siwx, type SiwxOptions } from '../src/index.js'

export const keys = [1, 2, 3].map((digit) => privateKeyToAccount(`0x${`${digit}`.repeat(64)}`))
const addressOf = (index: number) => keys[index]?.address ?? ''
export const [alice = '', bob = '', carol = ''] = [0, 1, 2].map(addressOf)

export type Answer = 'approve' | 'reject' | 'fail' | 'hang' | 'hold'

export const page = { domain: 'app.example', uri: 'https://app.example' } as const

export const account = (address: string, kind: 'eoa' | 'smartAccount' | 'watching' = 'eoa') =>
  fakeAccount('eip155:1', address, { kind })

export const evmWallet = (id = 'fake.wallet', accounts = [account(alice), account(bob)]): FakeWallet =>
  fakeWallet({
    id,
    accounts,
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', restore: 'approve', switchNetwork: 'approve', disconnect: 'approve' },
  })

export interface SignInAppOptions extends KernelOptions {
  readonly siwx?: SiwxOptions
  readonly wallets?: readonly FakeWallet[]
  readonly plugins?: readonly PluginInput[]
  /** Draws nothing, as a host without a shell. */
  readonly headless?: boolean
}

/** A started kernel with an EVM-like chain, real keys and a shell that draws everything. */
export async function signInApp(options: SignInAppOptions = {}) {
  const { siwx: given = {}, wallets = [evmWallet()], plugins = [], headless, ...kernelOptions } = options
  const clock = (kernelOptions.clock as ReturnType<typeof fakeClock> | undefined) ?? fakeClock()
  const storage = (kernelOptions.storage as ReturnType<typeof fakeStorage> | undefined) ?? fakeStorage()
  let answer: Answer = 'approve'
  const asked: SignMessageRequest[] = []
  const held: (() => void)[] = []

  async function sign(request: SignMessageRequest) {
    asked.push(request)
    if (answer === 'hang') return new Promise<never>(() => {})
    if (answer === 'hold') await new Promise<void>((resolve) => held.push(resolve))
    if (answer === 'reject') throw new UserRejectedError()
    if (answer === 'fail') throw new Error('The wallet is broken')
    // A contract has no key of its own: its owner signs.
    const owner = request.account.kind === 'smartAccount' ? keys[0] : undefined
    const key = keys.find(({ address }) => address === request.account.address) ?? owner
    if (!key) throw new Error('No such key')
    return { signature: await key.signMessage({ message: request.message as string }), type: 'eip191' }
  }

  const chains = definePlugin({
    id: 'test.chains',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        Namespace,
        fakeNamespace('eip155', ['1', '2'], {
          capabilities: [capability(SignMessage, { sign })],
        }),
      )
      context.add(Namespace, fakeNamespace('solana', ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']))
      for (const { connector } of wallets) context.add(Connector, connector)
    },
  })
  const isLegacy = given.siweConfig !== undefined
  const kernel = createKernel([chains, ...plugins, siwx(isLegacy ? given : { ...page, ...given })], {
    logLevel: 'silent',
    ...kernelOptions,
    clock,
    storage,
  })
  const events: { id: string; payload: unknown }[] = []
  kernel.events.onAny((event) => events.push({ id: event.id, payload: event.payload }))
  const navigation = kernel.get(Navigation)
  if (!headless) navigation.attach(() => true)
  await kernel.start()
  await settle()
  const service = kernel.get(Siwx)
  const session = kernel.get(Session)
  return {
    kernel,
    clock,
    storage,
    session,
    navigation,
    siwx: service,
    networks: kernel.get(Networks),
    notifications: kernel.get(Notifications),
    asked,
    events,
    eventIds: () => events.map(({ id }) => id),
    wallets,
    answer: (next: Answer) => {
      answer = next
    },
    /** Lets what is held be signed. */
    release: () => {
      for (const go of held.splice(0)) go()
    },
    /** Name of the view that is shown; undefined while the modal is closed. */
    view: () => navigation.state.entries.at(-1)?.name,
    isConnected: () => session.state.connections.length > 0,
    async connect(connectorId = 'fake.wallet') {
      await session.connect({ connectorId })
      await settle()
    },
    async sign() {
      const signed = await service.sign()
      await settle()
      return signed
    },
  }
}

export type SignInApp = Awaited<ReturnType<typeof signInApp>>

/** Lets everything that is due happen: promises, and chunks that are loaded. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
}
