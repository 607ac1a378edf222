import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { Send } from '@latchkey/kernel/contracts'
import type { Account } from '@latchkey/kernel/plugin'
import { type Address, erc20Abi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { setUpCapabilities } from '../../../plugins/eip155/test/support.js'
import type { Ground, Round, Sending } from '../Ground.js'

/** Wei per gas. Each block is given the same: what a fee is compared to stands still between reading and mining. */
const baseFee = 1_000_000_000n

/** A local chain whose base fee doesn't move, and the plugin's capabilities on it. */
export async function startEvmBench() {
  const stack = await startEvm({ anvilArguments: ['--block-base-fee-per-gas', String(baseFee)] })
  const bench = { stack, ...setUpCapabilities([stack]) }
  return Object.assign(bench, {
    async stop() {
      bench.dispose()
      await stack.stop()
    },
  })
}
export type EvmBench = Awaited<ReturnType<typeof startEvmBench>>

/** Has the latest block and the next one cost the same. */
export async function steady({ client }: EvmStack): Promise<void> {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee })
  await client.mine({ blocks: 1 })
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee })
}

interface AskedRequest {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** A wallet of one account. The ground carries out its transactions; the node answers every other request. */
export function providerOf(
  { client }: EvmStack,
  address: Address,
  answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>>,
) {
  const all: typeof answers = {
    eth_accounts: () => [address],
    eth_requestAccounts: () => [address],
    ...answers,
  }
  return {
    async request({ method, params = [] }: AskedRequest): Promise<unknown> {
      const own = all[method]
      return own ? own(params) : client.transport.request({ method, params })
    },
  }
}

const newAddress = () => privateKeyToAddress(generatePrivateKey())
const coins = parseEther('2')
const units = 5_000_000n

export interface EvmSender {
  readonly address: Address
  readonly kind: Account['kind']
  readonly provider: unknown
}

/** Gives an account of a local chain coin and tokens, and returns whom it sends to, and how. */
export async function beginEvm(
  { stack, networkId }: Pick<EvmBench, 'stack' | 'networkId'>,
  { address, kind, provider }: EvmSender,
  { isToken, isNewReceiver }: Round,
) {
  const { usd } = stack.tokens
  const to = isNewReceiver ? newAddress() : (stack.accounts[5]?.address ?? newAddress())
  await stack.setBalance(address, coins)
  if (isToken && (await stack.tokenBalanceOf(usd.address, address)) < units) await giveTokens(stack, address)
  await steady(stack)
  const from = { id: `${networkId}:${address}`, namespace: 'eip155', address, kind } as const
  return {
    request: { networkId, from, provider, to, ...(isToken ? { token: usd } : {}) },
    least: 1n,
    held: () => stack.balanceOf(address),
    balance: () => stack.balanceOf(address),
    received: () => stack.balanceOf(to),
    async setBalance(value: bigint) {
      await stack.setBalance(address, value)
      await steady(stack)
    },
  }
}

/** The same account by the plugin's way of sending. */
export async function sendFrom(bench: EvmBench, sender: EvmSender, round: Round): Promise<Sending> {
  const { request, ...place } = await beginEvm(bench, sender, round)
  const send = bench.get(Send)
  return {
    ...place,
    maximum: () => send.maximum(request),
    prepare: (amount, everything) => send.prepare({ ...request, amount, everything }),
  }
}

async function giveTokens({ client, accounts, tokens }: EvmStack, to: Address): Promise<void> {
  const giver = accounts[7]?.address as Address
  await client.impersonateAccount({ address: giver })
  const hash = await client.writeContract({
    ...{ address: tokens.usd.address, abi: erc20Abi, functionName: 'transfer' },
    ...{ args: [to, units], account: giver, chain: client.chain },
  })
  await client.waitForTransactionReceipt({ hash })
  await client.stopImpersonatingAccount({ address: giver })
}

/** An account of one key (EIP-1559), by an injected wallet. */
export async function keyGround(): Promise<Ground> {
  const bench = await startEvmBench()
  const { account, provider, stop } = bench
  const sender = { address: account.address as Address, kind: account.kind, provider }
  return { hasTokens: true, begin: (round) => sendFrom(bench, sender, round), stop }
}
