import type { ChainTransaction } from '../services/wallet-data/src/chains/chain.js'
import { openDatabase } from '../services/wallet-data/src/database/openDatabase.js'
import { writeIndex } from '../services/wallet-data/src/store/writeIndex.js'

/** How much a database of the bench holds. */
export interface SeedScale {
  readonly accounts: number
  readonly tokens: number
  readonly transfers: number
}

export const networkId = 'eip155:31337'
const rowsAtOnce = 5_000
const tokensEach = 10

/** The same numbers in every run. */
export function createRandom(seed = 20261122) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

const hex = (value: number, length: number) => `0x${value.toString(16).padStart(length, '0')}`
export const accountOf = (index: number) => hex(0xacc00000 + index, 40)
const tokenOf = (index: number) => hex(0x70c00000 + index, 40)
/** Holds one of every token, and takes part in every fourth transfer. */
export const whale = accountOf(0)

type Random = ReturnType<typeof createRandom>

function transactionAt(index: number, { accounts, tokens }: SeedScale, random: Random): ChainTransaction {
  const sender = accountOf(index % 4 === 0 ? 0 : 1 + random(accounts - 1))
  const receiver = accountOf(1 + random(accounts - 1))
  const asset = random(3) === 0 ? '' : tokenOf(random(tokens))
  const height = 1 + Math.floor(index / 100)
  return {
    id: hex(index + 1, 64),
    height,
    position: index % 100,
    minedAt: 1_700_000_000_000 + height * 12_000,
    sender,
    receiver: asset === '' ? receiver : asset,
    isFailed: false,
    operation: undefined,
    nonce: index,
    fee: 21_000_000_000_000n,
    movements: [{ asset, tokenId: '', sender, receiver, amount: BigInt(1 + random(1_000_000)) * 10n ** 12n }],
  }
}

/** Writes what an index of so many accounts holds, ten tokens each. */
export async function seedWalletData(target: string, scale: SeedScale): Promise<void> {
  const { accounts, tokens, transfers } = scale
  const random = createRandom()
  const database = await openDatabase(target)
  const assets = Array.from({ length: tokens }, (_, index) => ({
    address: tokenOf(index),
    kind: 'fungible' as const,
    name: `Token ${index}`,
    symbol: `T${index}`,
    decimals: 18,
  }))
  const held = (address: string, index: number) => ({
    address,
    asset: tokenOf(index),
    tokenId: '',
    amount: BigInt(index + 1) * 10n ** 18n,
  })
  const amounts = [
    ...assets.map((_, index) => held(whale, index)),
    ...Array.from({ length: accounts * tokensEach }, (_, index) =>
      held(accountOf(1 + (index % (accounts - 1))), random(tokens)),
    ),
  ]
  const unique = [...new Map(amounts.map((one) => [`${one.address} ${one.asset}`, one])).values()]
  const nothing = { networkId, blocks: [], transactions: [], amounts: [], assets: [], collectibles: [] }
  await writeIndex(database.writes, { ...nothing, amounts: unique, assets })
  for (let start = 0; start < transfers; start += rowsAtOnce) {
    const length = Math.min(rowsAtOnce, transfers - start)
    const transactions = Array.from({ length }, (_, index) => transactionAt(start + index, scale, random))
    await writeIndex(database.writes, { ...nothing, transactions })
  }
  await database.close()
}
