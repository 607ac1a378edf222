import {
  Allowances,
  type AllowancesAnswer,
  type AllowancesRequest,
  Calls,
  type CallsDecision,
  type CallsRequest,
  capability,
  Explorer,
  type PreparedCalls,
  type StandingAllowance,
  type SubmittedCalls,
} from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { fakeAccount, fakeNamespace, fakeNetwork, fakeWallet } from '@latchkey/kernel/testing'
export const alice = '0xA11ce5000000000000000000000000000000A11c'
export const spender = '0x5Be4de5000000000000000000000000000005Be4'
export const one: NetworkId = 'eip155:1'
const ether = (value: bigint) => ({ value, decimals: 18, symbol: 'ETH' })

export function allowance(id: string, over: Partial<StandingAllowance> = {}): StandingAllowance {
  const token = { address: `0x${id.padStart(40, '0')}`, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
  return {
    id,
    token,
    spender,
    amount: 5_000_000n,
    atRisk: { value: 2_000_000n, decimals: 6, symbol: token.symbol },
    revoke: [{ revoke: id }],
    ...over,
  }
}

const cats = (value: bigint) => ({
  token: { address: `0x${'ca'.repeat(20)}`, symbol: 'CAT', name: 'Painted cats', decimals: 0 },
  atRisk: { value, decimals: 0, symbol: 'CAT' },
})

/** One of each kind. */
export const everyKind: readonly StandingAllowance[] = [
  allowance('1'),
  allowance('2', { amount: 'unlimited' }),
  allowance('3', {
    amount: 'unlimited',
    keeper: { address: '0x2', name: 'Permit2' },
    expiresAt: Date.UTC(2031, 4, 5, 6, 7),
    atRisk: { value: 0n, decimals: 6, symbol: 'USDC' },
  }),
  allowance('4', { ...cats(1n), collectible: { id: '17' }, amount: 1n }),
  allowance('5', { ...cats(3n), collectible: {}, amount: 'unlimited' }),
]

/** A promise that a test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(cause: unknown): void
}

export function defer<T>(): Deferred<T> {
  const deferred = {} as { -readonly [Key in keyof Deferred<T>]: Deferred<T>[Key] }
  deferred.promise = new Promise<T>((resolve, reject) => Object.assign(deferred, { resolve, reject }))
  // One that no test waits for is no fault.
  deferred.promise.catch(() => {})
  return deferred
}

export interface TestApprovals {
  /** The chain, and a wallet on it. */
  readonly plugins: readonly Plugin[]
  readonly chain: Plugin
  /** What the chain says stands. */
  standing: readonly StandingAllowance[]
  answer: (request: AllowancesRequest) => Promise<AllowancesAnswer>
  /** Calls that were prepared, oldest first. */
  readonly asked: (readonly unknown[])[]
  prepare: (request: CallsRequest<unknown>) => Promise<PreparedCalls>
  readonly wallet: Deferred<void>
  readonly decision: Deferred<CallsDecision>
}

/** A chain and a wallet, in memory and steered by a test. */
export function testApprovals(over: Partial<PreparedCalls> = {}): TestApprovals {
  const wallet = defer<void>()
  const decision = defer<CallsDecision>()
  const submitted: SubmittedCalls = { id: '0xabc', wait: () => decision.promise }
  let isAsked = false
  let running: Promise<SubmittedCalls> | undefined
  const prepared: PreparedCalls = {
    fee: ether(10n ** 15n),
    notices: [],
    atomic: true,
    steps: 1,
    submit() {
      isAsked = true
      running ??= wallet.promise.then(() => submitted)
      return running
    },
    isHandedOver: () => isAsked,
    ...over,
  }
  const data: TestApprovals = {
    plugins: [],
    chain: undefined as never,
    standing: everyKind,
    answer: async () => ({ allowances: data.standing, gaps: [] }),
    asked: [],
    prepare: async () => prepared,
    wallet,
    decision,
  }
  return Object.assign(data, createChain(data, submitted))
}

function createChain(data: TestApprovals, submitted: SubmittedCalls) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const accounts = [fakeAccount(one, alice), fakeAccount(one, spender)]
  const connector = fakeWallet({
    name: 'Test wallet',
    accounts,
    networks: { eip155: one },
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve' },
  })
  const chain = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      const capabilities = [
        capability(Allowances, { read: (request) => data.answer(request) }),
        capability(Calls, {
          support: async () => ({ atomic: 'supported' }),
          async prepare(request) {
            data.asked.push(request.calls)
            return data.prepare(request as never)
          },
          follow: async () => submitted,
        }),
        capability(Explorer, {
          addressUrl: () => undefined,
          transactionUrl: (_, id) => `https://explorer.example/tx/${id}`,
        }),
      ]
      const networks = [fakeNetwork(one, { name: 'Ethereum', nativeCurrency })]
      context.add(Namespace, fakeNamespace('eip155', [], { networks, capabilities }))
    },
  })
  const own = definePlugin({
    id: 'test.ownWallet',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, connector.connector),
  })
  return { plugins: [chain, own], chain }
}
