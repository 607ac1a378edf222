// What no account of Solana can hold, said by a node.
import type { HttpRequest, HttpService } from '@latchkey/kernel/plugin'
import { Balance, type BalanceCapability, findCapability } from '@latchkey/kernel/contracts'
import { NetworkError } from '@latchkey/kernel/chain'
import { fakeClock } from '@latchkey/kernel/testing'
import { expect, it } from 'vitest'
import { faultOf } from '../../test/context.js'
import { solanaMainnet } from '../index.js'
import { createCapabilities } from '../capabilities.js'

const address = 'So11111111111111111111111111111111111111112'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const networkId = solanaMainnet.id
const most = 2n ** 64n - 1n
const log = { error() {}, warn() {}, info() {}, debug() {} }

/** A node whose answers are JSON texts, by method. */
function readerOf(results: Readonly<Record<string, string>>) {
  const http: HttpService = {
    async request<T>({ schema, body }: HttpRequest<T>): Promise<T> {
      const { method } = body as { readonly method: string }
      const answer: unknown = JSON.parse(`{"jsonrpc":"2.0","id":1,"result":${results[method]}}`)
      const parsed = schema['~standard'].validate(answer) as { value: T; issues?: unknown }
      if (parsed.issues) throw new NetworkError('not the form', { code: 'INVALID_DATA' })
      return parsed.value
    },
  }
  const network = { ...solanaMainnet, rpcUrls: ['https://a.example'] }
  const capabilities = createCapabilities(new Map([[networkId, network]]), http, fakeClock(), log)
  return findCapability(capabilities, Balance) as Required<BalanceCapability>
}

const lamports = (text: string) =>
  readerOf({ getBalance: `{"value":${text}}` }).native({ networkId, address })

const tokenAccount = (amount: bigint) => {
  const tokenAmount = { amount: `${amount}`, decimals: 6 }
  return { account: { data: { parsed: { info: { mint, tokenAmount } } } } }
}
const holding = (...amounts: readonly bigint[]) => {
  const list = (value: unknown) => JSON.stringify({ value })
  let asked = 0
  return readerOf({
    get getTokenAccountsByOwner() {
      asked += 1
      return list(asked === 1 ? amounts.map(tokenAccount) : [])
    },
  })
}

it('reads all the lamports that fit 64 bits, also where a JSON number is rounded up', async () => {
  expect(await lamports('18446744073709549568')).toMatchObject({ value: 18_446_744_073_709_549_568n })
  expect(await lamports('18446744073709551615')).toMatchObject({ value: most })
})

it.each(['18446744073709555712', '1e20', '1e300', '1e400'])('refuses %s lamports', async (text) => {
  expect(await faultOf(lamports(text))).toMatch(/^NETWORK_UNREACHABLE|^SOLANA_RPC_UNREACHABLE/)
})

it('reads tokens up to what fits 64 bits', async () => {
  const [amount] = await holding(most).tokens({ networkId, address })
  expect(amount).toMatchObject({ value: most, token: { address: mint } })
})

it('refuses an account of a token with more than fits 64 bits', async () => {
  const reading = holding(most + 1n).tokens({ networkId, address })
  expect(await faultOf(reading)).toMatch(/^NETWORK_UNREACHABLE|^SOLANA_RPC_UNREACHABLE/)
})

it('refuses accounts of one token that hold more together than its supply can be', async () => {
  const token = { address: mint, decimals: 6, symbol: 'USDC' }
  expect(await holding(most, 1n).tokens({ networkId, address })).toEqual([])
  const asked = holding(most, 1n).tokens({ networkId, address, tokens: [token] })
  expect(await faultOf(asked)).toMatch(/^AMOUNT_INVALID/)
})
