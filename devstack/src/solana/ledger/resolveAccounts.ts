import { base58 } from '@scure/base'
import type { Address, EncodedAccount } from '@solana/kit'
import type { ParsedTransaction } from './parseTransaction.js'

/** Every account of a transaction, in the order its instructions count them. */
export interface ResolvedAccounts {
  readonly all: readonly Address[]
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
  isSigner(index: number): boolean
  isWritable(index: number): boolean
}

/** Address lookup tables: 56 bytes of header, then 32 bytes per address. */
const tableHeaderLength = 56

/** Resolves a message's accounts, reading its address lookup tables through `getAccount`. */
export function resolveAccounts(
  { message }: Pick<ParsedTransaction, 'message'>,
  getAccount: (address: Address) => EncodedAccount | undefined,
): ResolvedAccounts {
  const writable: Address[] = []
  const readonly: Address[] = []
  const lookups = message.addressTableLookups ?? []
  for (const lookup of lookups) {
    const table = getAccount(lookup.lookupTableAddress)
    const at = (index: number) => {
      const start = tableHeaderLength + index * 32
      const bytes = table ? Uint8Array.from(table.data).slice(start, start + 32) : new Uint8Array()
      return bytes.length === 32 ? [base58.encode(bytes) as Address] : []
    }
    writable.push(...lookup.writableIndexes.flatMap(at))
    readonly.push(...lookup.readonlyIndexes.flatMap(at))
  }
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const staticCount = message.staticAccounts.length
  const isSigner = (index: number) => index < numSignerAccounts
  const isWritable = (index: number) => {
    if (index >= staticCount) return index < staticCount + writable.length
    if (isSigner(index)) return index < numSignerAccounts - numReadonlySignerAccounts
    return index < staticCount - numReadonlyNonSignerAccounts
  }
  return {
    all: [...message.staticAccounts, ...writable, ...readonly],
    loaded: { writable, readonly },
    isSigner,
    isWritable,
  }
}
