import { Transaction } from 'bitcoinjs-lib'
import { bitcoinRegtest, type BitcoinNetwork } from '../src/networks.js'
import { scriptOf } from '../src/lazy/sdk.js'
import type { UtxoSourceService } from '../src/utxoSource.js'

/** A chain in memory: coins with the transactions that made them. */
export interface FakeSource extends UtxoSourceService {
  readonly sent: string[]
  /** Whether it knows that its coins carry no inscriptions. Default true. */
  hasIndex: boolean
  fund(address: string, value: bigint, confirmed?: boolean): string
  /** Answers one question otherwise. */
  override<name extends keyof UtxoSourceService>(name: name, reply: UtxoSourceService[name]): void
}

export function createFakeSource(network: BitcoinNetwork = bitcoinRegtest): FakeSource {
  const made = new Map<
    string,
    {
      readonly bytes: Uint8Array
      readonly address: string
      readonly value: bigint
      readonly confirmed: boolean
    }
  >()
  const sent: string[] = []
  const source: FakeSource = {
    sent,
    hasIndex: true,
    fund(address, value, confirmed = true) {
      const transaction = new Transaction()
      transaction.addInput(new Uint8Array(32).fill(made.size + 1), 0)
      transaction.addOutput(scriptOf(address, network), value)
      made.set(transaction.getId(), { bytes: transaction.toBuffer(), address, value, confirmed })
      return transaction.getId()
    },
    override: (name, reply) => void Object.assign(source, { [name]: reply }),
    utxos: async ({ address }) =>
      [...made].flatMap(([transactionId, coin]) =>
        coin.address === address
          ? [
              {
                transactionId,
                output: 0,
                value: coin.value,
                confirmed: coin.confirmed,
                ...(source.hasIndex ? { carriesAssets: false } : {}),
              },
            ]
          : [],
      ),
    balance: async () => ({ confirmed: 0n, pending: 0n }),
    feeRates: async () => ({ slow: 1, normal: 3.2, fast: 12 }),
    status: async () => ({ status: 'pending' }),
    async transaction({ transactionId }) {
      const coin = made.get(transactionId)
      if (!coin) throw new Error('not found')
      return coin.bytes
    },
    async broadcast({ transaction }) {
      sent.push(transaction)
      return Transaction.fromHex(transaction).getId()
    },
  }
  return source
}
