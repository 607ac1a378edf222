import {
  type Hex,
  hexToBytes,
  keccak256,
  serializeTransaction,
  type TransactionSerializable,
  toRlp,
  toHex,
} from 'viem'
import { isUserRejection } from '@latchkey/kernel/plugin'
import { concat, pathBytes } from '../bytes.js'
import type { LedgerAccount } from '../ledgerAccount.js'
import type { LedgerApp } from '../openLedger.js'
import { chunkPayload } from './chunkPayload.js'
import { readSignature } from './readSignature.js'
import { signStream } from './signStream.js'

/** SIGN ETH TRANSACTION */
const signing = 0x04
/** PROVIDE ERC 20 TOKEN INFORMATION */
const describing = 0x0a

export interface TokenDescription {
  /** What Ledger has signed about the token. */
  readonly token: Uint8Array
  /** Called when the device doesn't take it, and shows the contract's data instead. */
  onRefused(): void
}

/**
 * Signs a transaction: legacy with a chain id (EIP-155), with an access list (EIP-2930), or with a fee cap (EIP-1559).
 *
 * @param description Of the token that the transaction is of, where there is one.
 */
export async function signTransaction(
  app: LedgerApp,
  account: LedgerAccount,
  transaction: TransactionSerializable & { readonly chainId: number },
  description?: TokenDescription,
): Promise<Hex> {
  const unsigned = serializeTransaction(transaction)
  if (description) await describe(app, description)
  const tail = unsigned.startsWith('0x0') ? 0 : suffixLength(transaction.chainId)
  const payload = concat(pathBytes(account.path), hexToBytes(unsigned))
  const answer = await signStream(app, signing, chunkPayload(payload, tail))
  const { r, s, yParity } = await readSignature(answer, keccak256(unsigned), account.address)
  // `v` is what legacy transactions are made with.
  return serializeTransaction(transaction, { r, s, yParity, v: 27n + BigInt(yParity) })
}

/** The device takes no description that Ledger hasn't signed. Without one it shows the contract's data as it is. */
async function describe(app: LedgerApp, { token, onRefused }: TokenDescription): Promise<void> {
  try {
    await app.ask(describing, token)
  } catch (error) {
    if (isUserRejection(error)) throw error
    onRefused()
  }
}

/** Bytes of chain id, 0, 0 at the end of a legacy transaction; without the byte that says how long a list is. */
const suffixLength = (chainId: number): number => (toRlp([toHex(chainId), '0x', '0x']).length - 2) / 2 - 1
