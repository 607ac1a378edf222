import type { BitcoinStack } from '@latchkey/devstack/bitcoin'
import type { EvmStack } from '@latchkey/devstack/evm'
import type { PolkadotStack } from '@latchkey/devstack/polkadot'
import type { SolanaStack } from '@latchkey/devstack/solana'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { installEvmTestWallet, installTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import type { Address } from 'viem'
import type { AppConfiguration } from '../app/configuration.js'
import type { Control } from './chain.js'

interface WalletHandle {
  evaluate<Argument, Value>(
    action: (control: SendControl, argument: Argument) => Value | Promise<Value>,
    argument: Argument,
  ): Promise<Value>
  evaluate<Value>(action: (control: SendControl) => Value | Promise<Value>): Promise<Value>
}

type SendControl = Control & {
  /** Of EVM wallets. */
  readonly requests: readonly { readonly method: string; readonly params?: unknown }[]
  setApproval(mode: 'auto' | 'ask' | 'prompt'): void
  waitForPending(method?: string): Promise<{ readonly id: number }>
  approve(id?: number): void
  reject(id?: number): void
}

/** A token that is sent in a test. */
export interface SendToken {
  /** Contract or mint, as in the row of the list. */
  readonly address: string
  readonly symbol: string
  readonly amountText: string
  readonly amount: bigint
  balanceOf(address: string): Promise<bigint>
}

/** One chain as sending is tried on it. */
export interface SendStage {
  readonly configuration: AppConfiguration
  readonly wallet: WalletHandle
  readonly sender: string
  readonly receiver: string
  readonly symbol: string
  /** In whole coins, as typed. */
  readonly amountText: string
  readonly amount: bigint
  /** More than the sender holds. */
  readonly tooMuch: string
  /** What the wallet calls the request. */
  readonly method: string
  readonly tokens: readonly SendToken[]
  balanceOf(address: string): Promise<bigint>
  /** Makes the chain decide, where it does not by itself. */
  settle?(): Promise<void>
}

const pick = <T>(list: readonly T[], index: number): T => {
  const entry = list[index]
  if (entry === undefined) throw new Error(`The stack has fewer than ${index + 1} accounts.`)
  return entry
}

/** @param from Index of the sending account; the receiver is the last one. */
export async function evmStage(page: Page, stack: EvmStack, from = 7): Promise<SendStage> {
  const sender = pick(stack.accounts, from)
  const { usd, legacy, gold } = stack.tokens
  const wallet = await installEvmTestWallet(page, {
    accounts: [sender.privateKey, pick(stack.accounts, 2).privateKey],
    chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
    initialChainId: stack.chainId,
  })
  const token = (of: typeof usd, amountText: string, amount: bigint): SendToken => ({
    address: of.address,
    symbol: of.symbol,
    amountText,
    amount,
    balanceOf: (address) => stack.tokenBalanceOf(of.address, address as Address),
  })
  return {
    configuration: {
      chains: [stack.chain],
      send: {},
      walletData: { tokens: { [`eip155:${stack.chainId}`]: [usd, legacy, gold] } },
    },
    wallet,
    sender: sender.address,
    receiver: pick(stack.accounts, 3).address,
    symbol: 'ETH',
    amountText: '0.25',
    amount: 25n * 10n ** 16n,
    tooMuch: '10001',
    method: 'eth_sendTransaction',
    tokens: [token(usd, '12.5', 12_500_000n), token(legacy, '7.000001', 7_000_001n)],
    balanceOf: (address) => stack.balanceOf(address as Address),
  }
}

export async function solanaStage(
  page: Page,
  stack: SolanaStack,
  { from = 0, receiver = pick(stack.accounts, 3).address } = {},
): Promise<SendStage> {
  const sender = pick(stack.accounts, from)
  const { usd, gold } = stack.mints
  const wallet = await installTestWallet(page, {
    kind: 'solana',
    accounts: [sender.secretKey],
    chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
  })
  const token = (mint: string, amountText: string, amount: bigint): SendToken => ({
    address: mint,
    symbol: `${mint.slice(0, 4)}…${mint.slice(-4)}`,
    amountText,
    amount,
    balanceOf: (address) => stack.tokenBalanceOf(mint, address),
  })
  return {
    configuration: {
      clusters: [{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] }],
      send: {},
      walletData: {},
    },
    wallet,
    sender: sender.address,
    receiver,
    symbol: 'SOL',
    amountText: '0.5',
    amount: 500_000_000n,
    tooMuch: '1000000',
    method: 'solana:signTransaction',
    tokens: [token(usd.address, '2.5', 2_500_000n), token(gold.address, '0.000000007', 7n)],
    balanceOf: (address) => stack.balanceOf(address),
  }
}

const bitcoinReceiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

export async function bitcoinStage(page: Page, stack: BitcoinStack, testId: string): Promise<SendStage> {
  // A seed of its own for every test, so that none sees another one's coins.
  const seed = Buffer.from(testId.padEnd(32, '-')).toString('hex').slice(0, 64)
  const first = pick(createBitcoinTestWallet({ seed, esploraUrl: stack.url }).accounts, 0)
  await stack.faucet(first.payment, 3_000_000n)
  await stack.faucet(first.payment, 2_000_000n)
  const wallet = await installTestWallet(page, { kind: 'bitcoin', seed, esploraUrl: stack.url })
  return {
    configuration: { esploraUrl: stack.url, send: {}, walletData: {} },
    wallet,
    sender: first.payment,
    receiver: bitcoinReceiver,
    symbol: 'BTC',
    amountText: '0.0015',
    amount: 150_000n,
    tooMuch: '0.06',
    method: 'bitcoin:signTransaction',
    tokens: [],
    balanceOf: (address) => stack.balanceOf(address),
    settle: () => stack.mine(1),
  }
}

export async function polkadotStage(page: Page, stack: PolkadotStack, from = 1): Promise<SendStage> {
  const sender = pick(stack.accounts, from)
  const wallet = await installTestWallet(page, { kind: 'polkadot', accounts: [sender.uri] })
  return {
    configuration: {
      substrates: [
        {
          genesisHash: stack.genesisHash as `0x${string}`,
          ss58Prefix: stack.ss58Prefix,
          name: 'Local Substrate',
          nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
          rpcUrls: [stack.url],
          testnet: true,
        },
      ],
      send: {},
      walletData: {},
    },
    wallet,
    sender: sender.address,
    receiver: pick(stack.accounts, 4).address,
    symbol: stack.symbol,
    amountText: '1.5',
    amount: 15n * 10n ** BigInt(stack.decimals - 1),
    tooMuch: '5000',
    method: 'signPayload',
    tokens: [],
    balanceOf: (address) => stack.balanceOf(address),
  }
}
