import { bcs } from '@mysten/sui/bcs'
import { Transaction, TransactionDataBuilder } from '@mysten/sui/transactions'
import { fromBase64, normalizeSuiAddress, toBase58 } from '@mysten/sui/utils'
import { verifyTransactionSignature } from '@mysten/sui/verify'

interface CoinObject {
  readonly id: string
  readonly version: bigint
  readonly owner: string
  readonly balance: bigint
}

type Status = { readonly status: 'success' } | { readonly status: 'failure'; readonly error: string }

/** The node's word for a transaction that it doesn't take, with its number of JSON-RPC. */
export class NodeRefusal extends Error {
  readonly code: number
  constructor(message: string, code = -32602) {
    super(message)
    this.code = code
  }
}

export interface LedgerOptions {
  /** First coins of accounts, in MIST: an account may hold several. */
  readonly funds: Readonly<Record<string, readonly bigint[]>>
  /** Whether a transaction is told of once it's taken. Otherwise `decide` says when. Default true. */
  readonly decidesAtOnce?: boolean
}

export const price = 750n
/** The price of one payment here: work, and one more object to keep. */
const gas = { computation: 1_000n * price, storage: 988_000n }
const charge = gas.computation + gas.storage

const digestOf = ({ id, version }: CoinObject) =>
  toBase58(fromHex(id).map((byte, index) => (index === 31 ? Number(version % 256n) : byte)))
const fromHex = (hex: string) =>
  Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export type Ledger = ReturnType<typeof createLedger>

/**
 * Makes the state of Sui as far as payments of its coin need it: coins are objects with versions, transactions are read from their BCS, signatures
 * are checked by the SDK, and each transaction changes it once.
 */
export function createLedger({ funds, decidesAtOnce = true }: LedgerOptions) {
  const objects = new Map<string, CoinObject>()
  const taken = new Map<string, { status: Status; isKnown: boolean; readonly run: () => void }>()
  let made = 0
  let isRefusing = false
  const mint = (owner: string, balance: bigint, version: bigint) => {
    made += 1
    const id = normalizeSuiAddress(`0xc0${made.toString(16).padStart(4, '0')}`)
    objects.set(id, { id, version, owner: normalizeSuiAddress(owner), balance })
  }
  for (const [owner, balances] of Object.entries(funds))
    for (const balance of balances) mint(owner, balance, 1n)

  const coinsOf = (owner: string) =>
    [...objects.values()].filter((coin) => coin.owner === normalizeSuiAddress(owner))

  /** The coins that pay, each of them as it stands now. */
  function paying(transaction: Transaction): readonly CoinObject[] {
    const { sender, gasData } = transaction.getData()
    return (gasData.payment ?? []).map(({ objectId, version, digest }) => {
      const coin = objects.get(objectId)
      if (!coin || coin.owner !== sender)
        throw new NodeRefusal(`Object ${objectId} is not the sender’s.`, -32002)
      if (coin.version !== BigInt(version) || digestOf(coin) !== digest)
        throw new NodeRefusal(`Object ${objectId} is not available for consumption.`, -32002)
      return coin
    })
  }

  function check(transaction: Transaction, payment: ReturnType<typeof readPayment>) {
    const { gasData } = transaction.getData()
    const coins = paying(transaction)
    const held = coins.reduce((sum, { balance }) => sum + balance, 0n)
    const budget = BigInt(gasData.budget ?? 0)
    if (coins.length === 0) throw new NodeRefusal('The transaction has no gas payment.', -32002)
    if (BigInt(gasData.price ?? 0) < price)
      throw new NodeRefusal('The gas price is under the reference.', -32002)
    if (budget < charge) throw new NodeRefusal('The gas budget is too low.', -32002)
    if (budget > held) throw new NodeRefusal('The gas balance is lower than the budget.', -32002)
    return { coins, held, isCovered: payment.amount + charge <= held }
  }

  function run(transaction: Transaction, status: Status): void {
    const payment = readPayment(transaction)
    const { coins, held } = check(transaction, payment)
    const [first] = coins
    if (!first) return
    for (const { id } of coins) objects.delete(id)
    const moved = status.status === 'success' ? payment.amount : 0n
    objects.set(first.id, { ...first, version: first.version + 1n, balance: held - charge - moved })
    if (moved > 0n) mint(payment.to, moved, first.version + 1n)
  }

  function decide(digest: string, asked: 'confirmed' | 'failed'): void {
    const entry = taken.get(digest)
    if (!entry || entry.isKnown) return
    if (asked === 'failed')
      entry.status = { status: 'failure', error: 'InsufficientCoinBalance in command 0' }
    entry.isKnown = true
    entry.run()
  }

  return {
    balance: (owner: string) => coinsOf(owner).reduce((sum, { balance }) => sum + balance, 0n),
    coins: (owner: string) => coinsOf(owner).map((coin) => ({ ...coin, digest: digestOf(coin) })),
    dryRun(base64: string) {
      readPayment(Transaction.from(base64))
      return effectsOf({ status: 'success' })
    },
    async execute(base64: string, signatures: readonly string[]): Promise<string> {
      const bytes = fromBase64(base64)
      const transaction = Transaction.from(bytes)
      const digest = TransactionDataBuilder.getDigestFromBytes(bytes)
      const { sender } = transaction.getData()
      const [signature = ''] = signatures
      await verifyTransactionSignature(bytes, signature, { address: sender ?? '' }).catch(() => {
        throw new NodeRefusal('Invalid user signature: it is not the sender’s.', -32002)
      })
      if (taken.has(digest)) return digest
      if (isRefusing) {
        isRefusing = false
        throw new NodeRefusal('The transaction is refused by this node.', -32002)
      }
      const { isCovered } = check(transaction, readPayment(transaction))
      const status: Status = isCovered
        ? { status: 'success' }
        : { status: 'failure', error: 'InsufficientCoinBalance in command 0' }
      const entry = { status, isKnown: false, run: () => run(transaction, entry.status) }
      taken.set(digest, entry)
      if (decidesAtOnce) decide(digest, 'confirmed')
      return digest
    },
    transaction(digest: string) {
      const entry = taken.get(digest)
      if (!entry?.isKnown)
        throw new NodeRefusal(`Could not find the referenced transaction [TransactionDigest(${digest})].`)
      return { digest, effects: effectsOf(entry.status) }
    },
    decide,
    /** Refuses the next transaction. */
    refuseNext() {
      isRefusing = true
    },
  }
}

const effectsOf = (status: Status) => ({
  status,
  gasUsed: {
    computationCost: `${gas.computation}`,
    storageCost: `${gas.storage}`,
    storageRebate: '0',
    nonRefundableStorageFee: '0',
  },
})

/** Reads a payment from its two commands. This ledger knows no other transaction. */
function readPayment(transaction: Transaction): { readonly to: string; readonly amount: bigint } {
  const { commands, inputs } = transaction.getData()
  const [{ SplitCoins: split } = {}, { TransferObjects: transfer } = {}] = commands
  const pureOf = (argument: unknown) => {
    const { Input: index } = (argument ?? {}) as { readonly Input?: number }
    return inputs[index ?? -1]?.Pure?.bytes
  }
  const [amountBytes, toBytes] = [pureOf(split?.amounts[0]), pureOf(transfer?.address)]
  const isOfCoin = split?.coin.$kind === 'GasCoin' && transfer?.objects[0]?.$kind === 'NestedResult'
  if (commands.length !== 2 || !isOfCoin || !amountBytes || !toBytes)
    throw new NodeRefusal('This ledger knows payments of the coin only.')
  return {
    amount: BigInt(bcs.u64().parse(fromBase64(amountBytes))),
    to: bcs.Address.parse(fromBase64(toBytes)),
  }
}
