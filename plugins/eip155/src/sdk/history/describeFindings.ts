import { BaseError, type Network } from '@latchkey/kernel/plugin'
import type { TransactionRecord } from '@latchkey/kernel/contracts'
import type { Address } from 'viem'
import type { EvmClient } from '../../clients.js'
import { readMultiplier } from '../multiplier.js'
import { type Ask, toHex } from './createAsk.js'
import type { BlockFinding } from './createBlockSearch.js'
import { blockSchema, headerSchema, receiptSchema, transactionSchema } from './rpcSchemas.js'
import type { createTokenFacts } from './tokenFacts.js'
import { type FoundTransaction, toRecord } from './toRecord.js'

/** Records of all that was found, newest first. */
export async function describeFindings(
  ask: Ask,
  client: EvmClient,
  network: Pick<Network, 'id' | 'coinToken'>,
  account: string,
  findings: ReadonlyMap<bigint, BlockFinding>,
  facts: ReturnType<typeof createTokenFacts>,
): Promise<readonly TransactionRecord[]> {
  const blocks = await Promise.all([...findings].map((entry) => readBlock(ask, account, ...entry)))
  /** Of this page: a page adds up to the balance that stands beside it. */
  const multipliers = new Map<string, ReturnType<typeof readMultiplier>>()
  const { id: networkId, coinToken } = network
  const tools = {
    networkId,
    account,
    coinToken: coinToken?.toLowerCase(),
    coin: client.chain.nativeCurrency,
    facts: (contract: string) => facts(ask, networkId, contract),
    multiplier: (contract: string) => {
      const reading = multipliers.get(contract) ?? readMultiplier(client, contract as Address)
      multipliers.set(contract, reading)
      return reading
    },
  }
  const newestFirst = blocks.flat().sort((one, other) => placeOf(other) - placeOf(one))
  const records = await Promise.all(newestFirst.map((found) => toRecord(found, tools)))
  return records.filter((record) => record !== undefined)
}

const placesPerBlock = 100_000
const placeOf = ({ transaction: { blockNumber, transactionIndex } }: FoundTransaction) =>
  // no money: a place in the chain
  Number(blockNumber ?? 0n) * placesPerBlock + Number(transactionIndex ?? 0n)

/** The account's transactions of a block, whole: it is downloaded only where the account's coins changed. */
async function readBlock(
  ask: Ask,
  account: string,
  block: bigint,
  { hashes, hasCoinChange }: BlockFinding,
): Promise<FoundTransaction[]> {
  const known = await (hasCoinChange ? readWhole(ask, block) : readSome(ask, block, [...hashes]))
  const concerns = ({ hash, from, to, value }: FoundTransaction['transaction']) =>
    hashes.has(hash) || from.toLowerCase() === account || (value > 0n && to?.toLowerCase() === account)
  const own = known.transactions.filter(concerns)
  const receipts = await Promise.all(
    own.map(({ hash }) => ask('eth_getTransactionReceipt', [hash], receiptSchema)),
  )
  return own.flatMap((transaction, index) => {
    const receipt = receipts[index]
    return receipt ? [{ transaction, receipt, timestamp: known.timestamp }] : []
  })
}

async function readWhole(ask: Ask, block: bigint) {
  const found = await ask('eth_getBlockByNumber', [toHex(block), true], blockSchema)
  return found ?? reorganised(block)
}

async function readSome(ask: Ask, block: bigint, hashes: readonly string[]) {
  const [header, ...transactions] = await Promise.all([
    ask('eth_getBlockByNumber', [toHex(block), false], headerSchema),
    ...hashes.map((hash) => ask('eth_getTransactionByHash', [hash], transactionSchema)),
  ])
  if (!header) return reorganised(block)
  return { timestamp: header.timestamp, transactions: transactions.filter((found) => found !== null) }
}

function reorganised(block: bigint): never {
  throw new BaseError('The network changed its newest blocks meanwhile. Try again.', {
    code: 'HISTORY_BLOCK_MISSING',
    metaMessages: [`A node did not have block ${block}, which another answer had named.`],
  })
}
