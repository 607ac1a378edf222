import * as z from 'zod/mini'
import type { ChainTransaction } from '../chain.js'
import { netMovements } from '../netMovements.js'

const satoshis = z.number().check(z.int(), z.gte(0))
const output = z.object({ scriptpubkey_address: z.nullish(z.string()), value: satoshis })

/** A transaction as Esplora writes it, as far as it is used. */
export const esploraTransaction = z.object({
  txid: z.string(),
  vin: z.array(z.object({ prevout: z.nullish(output) })),
  vout: z.array(output),
  fee: satoshis,
})

type EsploraTransaction = z.infer<typeof esploraTransaction>

/** What each address has more or less of. The fee is told on its own where one address pays for everything. */
export function readBitcoinTransaction(
  { txid, vin, vout, fee }: EsploraTransaction,
  place: { readonly height: number; readonly position: number; readonly minedAt: number },
): ChainTransaction {
  const changes = new Map<string, bigint>()
  const add = (address: string | null | undefined, value: bigint) => {
    if (address) changes.set(address, (changes.get(address) ?? 0n) + value)
  }
  for (const { prevout } of vin) add(prevout?.scriptpubkey_address, -BigInt(prevout?.value ?? 0))
  for (const { scriptpubkey_address: address, value } of vout) add(address, BigInt(value))
  const payers = new Set(vin.flatMap(({ prevout }) => prevout?.scriptpubkey_address ?? []))
  const [payer, ...otherPayers] = payers
  if (payer !== undefined && otherPayers.length === 0) add(payer, BigInt(fee))
  const receiver = vout.find(({ scriptpubkey_address: address }) => address && !payers.has(address))
  return {
    id: txid,
    ...place,
    sender: payer,
    receiver: receiver?.scriptpubkey_address ?? payer,
    isFailed: false,
    operation: undefined,
    nonce: 0,
    fee: BigInt(fee),
    movements: netMovements([...changes].map(([address, change]) => ({ address, asset: '', change }))),
    others: otherPayers,
  }
}
